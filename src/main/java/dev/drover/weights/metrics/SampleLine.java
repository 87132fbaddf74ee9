package dev.drover.weights.metrics;

import java.util.Arrays;

/**
 * Reads what follows the name on a wanted line and puts the series into the table. One thread at a
 * time.
 *
 * <p>Label names and values go straight to the end of the table's arena, each ended by a byte that
 * UTF-8 never contains; they are put in order of their names only when the page has them in another
 * one.
 */
final class SampleLine {
    private static final long STALE_MILLIS = 5 * 60 * 1000L;

    private final SeriesTable table;
    private final Decimal decimal = new Decimal();
    private byte[] line = {};
    private int at;
    private int end;
    private byte[] out = {};
    private int written;
    private int[] starts = new int[16]; // where each label begins in `out`
    private int labels;
    private boolean ordered;

    SampleLine(SeriesTable table) {
        this.table = table;
    }

    /** What became of a line. */
    enum Read {
        KEPT,
        /** Its timestamp says that it is older than five minutes. */
        OLD,
        MALFORMED,
        /** One series more than the table may hold. */
        SURPLUS
    }

    /**
     * Reads {@code [from, to)} of {@code bytes}, the rest of the line after its name.
     *
     * @param braced the name was the first item inside the braces
     * @param nowMillis wall clock, for timestamps
     */
    Read read(
            int family,
            byte[] bytes,
            int from,
            int to,
            boolean braced,
            long nowMillis,
            int mostSeries) {
        line = bytes;
        at = from;
        end = to;
        written = table.tail(to - from); // what is written is never longer than what it came from
        out = table.arena();
        labels = 0;
        ordered = true;
        if (!Bytes.utf8(bytes, from, to) || !labels(braced)) {
            return Read.MALFORMED;
        }
        int value = blanks() ? token() : at;
        if (value == at || !decimal.number(line, value, at)) {
            return Read.MALFORMED;
        }
        double sample = decimal.value();
        boolean old = false;
        if (blanks() && at < end && line[at] != '#') {
            int stamp = token();
            if (!decimal.timestamp(line, stamp, at)) {
                return Read.MALFORMED;
            }
            double millis = decimal.pointed() ? decimal.value() * 1000 : decimal.value();
            old = millis < nowMillis - STALE_MILLIS;
            blanks();
        }
        if (at < end && line[at] != '#') {
            return Read.MALFORMED;
        }
        if (old) {
            return Read.OLD;
        }
        order();
        return table.put(family, written, sample, mostSeries) ? Read.KEPT : Read.SURPLUS;
    }

    /** Moves over the label set, if there is one; false when it does not fit the grammar. */
    private boolean labels(boolean braced) {
        if (braced) {
            blanks();
            if (next('}')) {
                return true;
            }
            if (!next(',')) {
                return false;
            }
        } else {
            int before = at;
            blanks();
            if (!next('{')) {
                at = before;
                return true;
            }
        }
        blanks();
        while (!next('}')) {
            if (!pair()) {
                return false;
            }
            blanks();
            if (next(',')) {
                blanks();
            } else if (at >= end || line[at] != '}') {
                return false;
            }
        }
        return true;
    }

    private boolean pair() {
        int start = written;
        if (!(next('"') ? quoted() : name()) || written == start) {
            return false;
        }
        out[written++] = SeriesTable.NAME_END;
        blanks();
        if (!next('=')) {
            return false;
        }
        blanks();
        if (!next('"') || !quoted()) {
            return false;
        }
        out[written++] = SeriesTable.VALUE_END;
        if (labels > 0 && !follows(starts[labels - 1], start)) {
            ordered = false;
        }
        if (labels == starts.length) {
            starts = Arrays.copyOf(starts, labels * 2);
        }
        starts[labels++] = start;
        return true;
    }

    private boolean name() {
        int start = at;
        while (at < end && Names.letterOrDigit(line[at])) {
            out[written++] = line[at++];
        }
        return at > start && !Names.digit(line[start]);
    }

    /** After the opening quote: writes the unescaped text, moves behind the closing one. */
    private boolean quoted() {
        while (at < end) {
            byte b = line[at++];
            if (b == '"') {
                return true;
            }
            if (b == '\\' && at < end) {
                byte escaped = line[at++];
                if (escaped == '\\' || escaped == '"') {
                    b = escaped;
                } else if (escaped == 'n') {
                    b = '\n';
                } else {
                    out[written++] = b;
                    b = escaped;
                }
            }
            out[written++] = b;
        }
        return false;
    }

    private boolean next(char expected) {
        if (at < end && line[at] == expected) {
            at++;
            return true;
        }
        return false;
    }

    /** Moves to the next character that is no blank; true when there was a blank. */
    private boolean blanks() {
        int before = at;
        while (at < end && blank(line[at])) {
            at++;
        }
        return at > before;
    }

    /** Moves to the next blank; gives where the token began. */
    private int token() {
        int start = at;
        while (at < end && !blank(line[at])) {
            at++;
        }
        return start;
    }

    private static boolean blank(byte b) {
        return b == ' ' || b == '\t';
    }

    /** Sorts the labels by name (those of equal names stay as they came). */
    private void order() {
        if (ordered) {
            return;
        }
        for (int i = 1; i < labels; i++) {
            int label = starts[i];
            int k = i;
            for (; k > 0 && !follows(starts[k - 1], label); k--) {
                starts[k] = starts[k - 1];
            }
            starts[k] = label;
        }
        int base = table.tail(0);
        byte[] unsorted = Arrays.copyOfRange(out, base, written);
        written = base;
        for (int i = 0; i < labels; i++) {
            int from = starts[i] - base;
            int to = from;
            while (unsorted[to] != SeriesTable.VALUE_END) {
                to++;
            }
            System.arraycopy(unsorted, from, out, written, to + 1 - from);
            written += to + 1 - from;
        }
    }

    /** True when the name of the label at {@code second} is not before that at {@code first}. */
    private boolean follows(int first, int second) {
        int a = first;
        int b = second;
        while (out[a] == out[b] && out[a] != SeriesTable.NAME_END) {
            a++;
            b++;
        }
        // NAME_END is the largest byte; a name that ends counts as the smaller one
        int left = out[a] == SeriesTable.NAME_END ? -1 : out[a] & 0xFF;
        int right = out[b] == SeriesTable.NAME_END ? -1 : out[b] & 0xFF;
        return left <= right;
    }
}
