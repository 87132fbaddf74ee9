package dev.drover.basemodels.extractor;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Reads JSON byte by byte, for headers of up to 100 MB a shard. Beside a general parser it costs
 * half the time under the compiler that a short process has time for (docs/performance.md), and it
 * keeps nothing but the text it stands on. Strict: what it accepts is JSON in UTF-8, only the bytes
 * of texts that are passed over may be any.
 */
final class JsonBytes {
    private static final int MAX_NESTING = 200;

    private final InputStream in;
    private final byte[] buffer = new byte[JsonDocuments.BUFFER];
    private int position;
    private int limit;

    /** What is wrong with the document. */
    static final class NotJson extends IOException {
        private static final long serialVersionUID = 1;

        NotJson(String what) {
            super(what);
        }
    }

    JsonBytes(InputStream in) {
        this.in = in;
    }

    /** The next byte that is not white space, which stays where it is; -1 at the end. */
    int peek() throws IOException {
        while (true) {
            int next = look();
            if (next != ' ' && next != '\n' && next != '\r' && next != '\t') {
                return next;
            }
            position++;
        }
    }

    /** Passes over this byte, if it is the next that is not white space. */
    boolean take(char expected) throws IOException {
        if (peek() != expected) {
            return false;
        }
        position++;
        return true;
    }

    void expect(char expected) throws IOException {
        if (!take(expected)) {
            throw new NotJson("there is no " + expected + " where one must be");
        }
    }

    /**
     * Reads a text.
     *
     * @param maxBytes of its UTF-8
     */
    String text(int maxBytes) throws IOException {
        expect('"');
        int start = position;
        int end = plainEnd(start);
        if (end < limit && buffer[end] == '"' && end - start <= maxBytes) {
            position = end + 1;
            return new String(buffer, start, end - start, StandardCharsets.ISO_8859_1);
        }
        return unusualText(maxBytes);
    }

    /** Where printable ASCII ends that stands for itself: nearly all that there is. */
    private int plainEnd(int start) {
        byte[] bytes = buffer; // in locals: the first compiler does not keep fields in registers
        int end = limit;
        int at = start;
        while (at < end && bytes[at] >= ' ' && bytes[at] != '"' && bytes[at] != '\\') {
            at++;
        }
        return at;
    }

    /** A text with escapes or other characters, or one that goes on in the next buffer. */
    private String unusualText(int maxBytes) throws IOException {
        Utf8Text text = new Utf8Text(maxBytes);
        while (true) {
            int next = read();
            if (next == '"') {
                return text.decoded();
            }
            if (next == '\\') {
                text.append(JsonEscape.read(this));
            } else if (next < ' ') {
                throw new NotJson("a text is cut or holds a control character");
            } else {
                text.append((byte) next);
            }
        }
    }

    /** Reads digits; what follows them is not looked at. */
    long digits() throws IOException {
        int next = peek();
        if (next < '0' || next > '9') {
            throw new NotJson("a number has no digits");
        }
        position++;
        long value = Character.digit(next, 10);
        boolean more = value != 0;
        for (next = look(); next >= '0' && next <= '9'; next = look()) {
            if (!more) {
                throw new NotJson("a number begins with 0");
            }
            value = Math.addExact(Math.multiplyExact(value, 10), next - '0');
            position++;
        }
        return value;
    }

    /** Passes over one value. */
    void skip() throws IOException {
        skip(MAX_NESTING);
    }

    private void skip(int depth) throws IOException {
        if (depth == 0) {
            throw new NotJson("it is nested too deep");
        }
        switch (peek()) {
            case '{' -> skipObject(depth);
            case '[' -> skipList(depth);
            case '"' -> skipText();
            case 't' -> literal("true");
            case 'f' -> literal("false");
            case 'n' -> literal("null");
            default -> skipNumber();
        }
    }

    private void skipObject(int depth) throws IOException {
        position++;
        if (take('}')) {
            return;
        }
        do {
            skipText();
            expect(':');
            skip(depth - 1);
        } while (take(','));
        expect('}');
    }

    private void skipList(int depth) throws IOException {
        position++;
        if (take(']')) {
            return;
        }
        do {
            skip(depth - 1);
        } while (take(','));
        expect(']');
    }

    private void skipText() throws IOException {
        expect('"');
        while (true) {
            position = plainEnd(position);
            int next = read();
            if (next == '"') {
                return;
            }
            if (next == '\\') {
                JsonEscape.read(this);
            } else if (next < ' ') {
                throw new NotJson("a text is cut or holds a control character");
            }
        }
    }

    private void skipNumber() throws IOException {
        take('-');
        int next = look();
        if (next == '0') {
            position++;
        } else {
            skipDigits();
        }
        if (look() == '.') {
            position++;
            skipDigits();
        }
        next = look();
        if (next == 'e' || next == 'E') {
            position++;
            next = look();
            if (next == '+' || next == '-') {
                position++;
            }
            skipDigits();
        }
    }

    private void skipDigits() throws IOException {
        int start = look();
        if (start < '0' || start > '9') {
            throw new NotJson("there is no value where one must be");
        }
        for (int next = start; next >= '0' && next <= '9'; next = look()) {
            position = digitsEnd(position);
        }
    }

    private int digitsEnd(int start) {
        byte[] bytes = buffer;
        int end = limit;
        int at = start;
        while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
            at++;
        }
        return at;
    }

    private void literal(String word) throws IOException {
        for (int i = 0; i < word.length(); i++) {
            if (read() != word.charAt(i)) {
                throw new NotJson("there is no value where one must be");
            }
        }
    }

    /** The next byte; -1 at the end. */
    int read() throws IOException {
        int next = look();
        position++;
        return next;
    }

    /** The next byte, which stays where it is; -1 at the end. */
    int look() throws IOException {
        return position < limit ? buffer[position] & 0xFF : fill();
    }

    private int fill() throws IOException {
        int read = in.read(buffer, 0, buffer.length);
        position = 0;
        limit = Math.max(read, 0);
        return limit == 0 ? -1 : buffer[0] & 0xFF;
    }
}
