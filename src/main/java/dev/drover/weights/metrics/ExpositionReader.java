package dev.drover.weights.metrics;

import java.time.Clock;
import java.util.Arrays;

/**
 * Reads pages of the Prometheus text format and of OpenMetrics, pushed in pieces. The result does
 * not depend on how the bytes are cut. Reusable, one thread at a time.
 *
 * <p>Only lines whose sample name is wanted are read; all others are skipped up to their line feed,
 * however long or odd they are. A wanted line must fit the grammar (spec weights 5.3). The sink
 * sees nothing before {@link #end}: a page that fails contributes nothing at all. Memory: one line
 * that was cut, and the kept series; never the page.
 */
public final class ExpositionReader {
    private static final int UNDECIDED = -2;
    private static final int LONGEST_REMEMBERED = 128;

    private final Families wanted;
    private final Limits limits;
    private final Clock clock;
    private final SeriesTable table = new SeriesTable();
    private final SampleLine sampleLine = new SampleLine(table);

    /** The name on the line before: most lines repeat it. */
    private final byte[] lastName = new byte[LONGEST_REMEMBERED];

    private int lastNameLength;
    private int lastFamily;

    private SampleSink sink;
    private long nowMillis;
    private long total;
    private int old;
    private long line;

    /** Bytes of a byte order mark seen at the start; -1 once something else was. */
    private int mark;

    /** A line has begun that has not ended. */
    private boolean within;

    /** The rest of the present line is of no interest. */
    private boolean skipping;

    /**
     * The beginning of a line that was cut, without blanks in front and behind an opening brace.
     */
    private byte[] carry = new byte[256];

    private int carried;

    /** Where {@link #nameOf} found the name to begin, and the rest of the line. */
    private int nameStart;

    private int nameEnd;

    public ExpositionReader(Families wanted, Limits limits) {
        this(wanted, limits, Clock.systemUTC());
    }

    /** {@code clock}: samples with a timestamp older than five minutes are dropped. */
    public ExpositionReader(Families wanted, Limits limits, Clock clock) {
        this.wanted = wanted;
        this.limits = limits;
        this.clock = clock;
    }

    /** Starts a page, whatever became of the one before. */
    public void begin(SampleSink sink) {
        this.sink = sink;
        nowMillis = clock.millis();
        table.clear();
        total = 0;
        old = 0;
        line = 1;
        mark = 0;
        within = false;
        skipping = false;
        carried = 0;
        lastNameLength = 0;
    }

    /** Decompressed bytes of the page that were taken so far. */
    public long bodyBytes() {
        return total;
    }

    /** Wanted samples that were dropped because of their timestamps. */
    public int oldSamples() {
        return old;
    }

    /**
     * Takes the next bytes of the page.
     *
     * @throws PageException {@code parse}, {@code line_too_long}, {@code too_many_series} or {@code
     *     body_too_large}; the page is over then
     */
    public void feed(byte[] bytes, int offset, int length) throws PageException {
        int allowed = (int) Math.min(length, limits.bodyBytes() - total);
        total += allowed;
        int end = offset + allowed;
        int at = byteOrderMark(bytes, offset, end);
        if (at < end && within) {
            at = finishLine(bytes, at, end);
        }
        lines(bytes, at, end);
        if (allowed < length) {
            throw new PageException(
                    Outcome.BODY_TOO_LARGE,
                    "the page has more than " + limits.bodyBytes() + " bytes");
        }
    }

    /**
     * Ends the page and hands its series to the sink.
     *
     * @param framed the transfer itself said that it was complete: announced length reached, final
     *     chunk, or gzip trailer. Otherwise a last line without line feed may be half of one.
     * @throws PageException {@code truncated}, or as {@link #feed}
     */
    public void end(boolean framed) throws PageException {
        if (within || mark > 0) {
            if (!framed) {
                throw new PageException(
                        Outcome.TRUNCATED, "the page ends in the middle of line " + line);
            }
            if (!skipping && carried > 0) {
                int family = nameOf(carry, 0, carried, true);
                if (family >= 0) {
                    read(family, carry, carried);
                }
            }
        }
        table.forEach(sink);
    }

    /** Passes over a byte order mark at the start of the page, be it cut. */
    private int byteOrderMark(byte[] bytes, int from, int to) {
        int at = from;
        while (mark >= 0 && at < to) {
            int expected = mark == 0 ? 0xEF : mark == 1 ? 0xBB : 0xBF;
            if ((bytes[at] & 0xFF) != expected) {
                // a line that begins with half a mark cannot begin with a wanted name
                within = mark > 0;
                skipping = within;
                mark = -1;
            } else {
                at++;
                mark = mark == 2 ? -1 : mark + 1;
            }
        }
        return at;
    }

    /** Whole lines, and the beginning of one at the end. */
    private void lines(byte[] bytes, int from, int to) throws PageException {
        int at = from;
        while (at < to) {
            byte first = bytes[at];
            if (first == '\n') {
                at = next(at);
                continue;
            }
            within = true;
            if (blank(first)) {
                at++;
                continue;
            }
            int family = first == '#' ? Families.UNWANTED : nameOf(bytes, at, to, false);
            int feed = Bytes.lineFeed(bytes, family >= 0 ? nameEnd : at, to);
            if (feed >= 0) {
                if (family >= 0) {
                    read(family, bytes, feed);
                }
                at = next(feed);
            } else if (family == Families.UNWANTED) {
                skipping = true;
                return;
            } else {
                if (family >= 0) {
                    fits(family, to - nameStart);
                }
                carry(bytes, at, to);
                return;
            }
        }
    }

    private int next(int feed) {
        line++;
        within = false;
        return feed + 1;
    }

    /** The rest of a line that an earlier piece began; gives where the next line begins. */
    private int finishLine(byte[] bytes, int from, int to) throws PageException {
        int at = from;
        int family = skipping || carried == 0 ? UNDECIDED : nameOf(carry, 0, carried, false);
        while (!skipping && carried > 0 && family == UNDECIDED && at < to && bytes[at] != '\n') {
            carry(bytes, at, ++at);
            family = nameOf(carry, 0, carried, false);
        }
        if (!skipping && carried == 0) {
            return at; // nothing but blanks so far: an ordinary start of a line
        }
        skipping |= family == Families.UNWANTED;
        int feed = Bytes.lineFeed(bytes, at, to);
        int stop = feed < 0 ? to : feed;
        if (!skipping) {
            if (family >= 0) {
                fits(family, carried - nameStart + stop - at);
            }
            carry(bytes, at, stop);
            if (feed >= 0) {
                family = nameOf(carry, 0, carried, true);
                if (family >= 0) {
                    read(family, carry, carried);
                }
            }
        }
        if (feed < 0) {
            return to;
        }
        skipping = false;
        carried = 0;
        return next(feed);
    }

    private void carry(byte[] bytes, int from, int to) {
        int at = from;
        if (carried == 0 && at < to && bytes[at] == '{') {
            append(bytes, at, ++at);
        }
        // blanks behind an opening brace do not count, or they could fill the memory
        while (carried == 1 && carry[0] == '{' && at < to && blank(bytes[at])) {
            at++;
        }
        append(bytes, at, to);
    }

    private void append(byte[] bytes, int from, int to) {
        int length = to - from;
        if (carry.length - carried < length) {
            carry = Arrays.copyOf(carry, Math.max(carry.length * 2, carried + length));
        }
        System.arraycopy(bytes, from, carry, carried, length);
        carried += length;
    }

    /**
     * Family of the line that begins at {@code from}: its id, UNWANTED, or UNDECIDED when the bytes
     * end within the name and more may come.
     */
    private int nameOf(byte[] bytes, int from, int to, boolean complete) {
        if (bytes[from] == '{') {
            return quotedName(bytes, from, to, complete);
        }
        nameStart = from;
        int after = from + lastNameLength;
        if (lastNameLength > 0
                && after < to
                && !Names.family(bytes[after])
                && Arrays.equals(bytes, from, after, lastName, 0, lastNameLength)) {
            nameEnd = after;
            return lastFamily;
        }
        int hash = 0;
        int at = from;
        while (at < to && Names.family(bytes[at])) {
            hash = Families.step(hash, bytes[at++]);
        }
        if (at == from || at - from > wanted.longest()) {
            return remember(bytes, from, at, at < to, Families.UNWANTED);
        }
        if (at == to && !complete) {
            return UNDECIDED;
        }
        return remember(bytes, from, at, at < to, wanted.find(bytes, from, at, hash));
    }

    private int remember(byte[] bytes, int from, int to, boolean ended, int family) {
        nameEnd = to;
        int length = to - from;
        if (ended && length > 0 && length <= LONGEST_REMEMBERED) {
            System.arraycopy(bytes, from, lastName, 0, length);
            lastNameLength = length;
            lastFamily = family;
        }
        return family;
    }

    /** A name in quotes as first item of the braces; one with escapes cannot be a wanted one. */
    private int quotedName(byte[] bytes, int from, int to, boolean complete) {
        int at = from + 1;
        while (at < to && blank(bytes[at])) {
            at++;
        }
        nameStart = at;
        if (at < to && bytes[at] != '"') {
            return Families.UNWANTED;
        }
        int start = ++at;
        int hash = 0;
        while (at < to && Names.family(bytes[at])) {
            hash = Families.step(hash, bytes[at++]);
        }
        if (at >= to) {
            return complete || at - start > wanted.longest() ? Families.UNWANTED : UNDECIDED;
        }
        nameEnd = at + 1;
        return bytes[at] == '"' ? wanted.find(bytes, start, at, hash) : Families.UNWANTED;
    }

    private static boolean blank(byte b) {
        return b == ' ' || b == '\t';
    }

    private void fits(int family, int length) throws PageException {
        if (length > limits.lineBytes()) {
            throw new PageException(
                    Outcome.LINE_TOO_LONG,
                    "line %d (%s) has more than %d bytes"
                            .formatted(line, wanted.name(family), limits.lineBytes()));
        }
    }

    /** Reads the wanted line that {@link #nameOf} has looked at; it ends before {@code feed}. */
    private void read(int family, byte[] bytes, int feed) throws PageException {
        fits(family, feed - nameStart);
        int end = feed > nameEnd && bytes[feed - 1] == '\r' ? feed - 1 : feed;
        boolean braced = bytes[nameStart] == '"';
        switch (sampleLine.read(family, bytes, nameEnd, end, braced, nowMillis, limits.series())) {
            case KEPT -> {}
            case OLD -> old++;
            case MALFORMED ->
                    throw new PageException(
                            Outcome.PARSE,
                            "line %d is no sample of the text format: %s"
                                    .formatted(line, Excerpt.of(bytes, nameStart, end)));
            case SURPLUS ->
                    throw new PageException(
                            Outcome.TOO_MANY_SERIES,
                            "the page has more than " + limits.series() + " wanted series");
        }
    }
}
