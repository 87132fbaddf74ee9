package dev.drover.basemodels.extractor;

import dev.drover.basemodels.extractor.JsonBytes.NotJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** What may stand behind a backslash in a text. */
final class JsonEscape {
    private static final String LETTERS = "\"\\/bfnrt";
    private static final String MEANINGS = "\"\\/\b\f\n\r\t";

    private JsonEscape() {}

    /** Reads what follows the backslash, as UTF-8; half of a surrogate pair stands for nothing. */
    static byte[] read(JsonBytes json) throws IOException {
        int kind = json.read();
        if (kind == 'u') {
            return unicode(json);
        }
        int index = kind < 0 ? -1 : LETTERS.indexOf(kind);
        if (index < 0) {
            throw new NotJson("a text holds an unknown escape");
        }
        return new byte[] {(byte) MEANINGS.charAt(index)};
    }

    private static byte[] unicode(JsonBytes json) throws IOException {
        char first = unit(json);
        if (!Character.isHighSurrogate(first)) {
            return utf8(first);
        }
        if (json.read() != '\\' || json.read() != 'u') {
            throw new NotJson("a text holds half a character");
        }
        return utf8(first, unit(json));
    }

    private static char unit(JsonBytes json) throws IOException {
        int value = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit(json.read(), 16);
            if (digit < 0) {
                throw new NotJson("a text holds an unknown escape");
            }
            value = value * 16 + digit;
        }
        return (char) value;
    }

    private static byte[] utf8(char... units) {
        return String.valueOf(units).getBytes(StandardCharsets.UTF_8);
    }
}
