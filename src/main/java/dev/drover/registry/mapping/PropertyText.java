package dev.drover.registry.mapping;

import java.nio.charset.StandardCharsets;

/** Texts as the registry can store and read back (spec registry 6.3; Q12, Q15, Q17). */
final class PropertyText {
    private static final String ESCAPED_NUL = "\\u0000";
    private static final String STRUCT = "mlmd-struct::";
    private static final String ELLIPSIS = "…";
    private static final int ELLIPSIS_BYTES = ELLIPSIS.getBytes(StandardCharsets.UTF_8).length;

    private PropertyText() {}

    /**
     * The text without what the registry chokes on, in at most {@code cap} bytes of UTF-8. What was
     * cut shows as an ellipsis.
     */
    static String of(String text, int cap) {
        String clean = clean(text);
        if (clean.startsWith(STRUCT)) {
            clean = " " + clean;
        }
        return bytes(clean) <= cap ? clean : cut(clean, cap - ELLIPSIS_BYTES) + ELLIPSIS;
    }

    private static String clean(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        text.replace(ESCAPED_NUL, " ")
                .codePoints()
                .map(PropertyText::storable)
                .forEach(clean::appendCodePoint);
        return clean.toString();
    }

    /** Half a surrogate pair has no form in UTF-8: it would come back as something else. */
    private static int storable(int codePoint) {
        if (Character.isISOControl(codePoint)) {
            return ' ';
        }
        return Character.getType(codePoint) == Character.SURROGATE ? 0xFFFD : codePoint;
    }

    private static String cut(String text, int room) {
        int end = 0;
        int used = 0;
        while (end < text.length()) {
            int codePoint = text.codePointAt(end);
            int size = bytes(codePoint);
            if (used + size > room) {
                break;
            }
            used += size;
            end += Character.charCount(codePoint);
        }
        return text.substring(0, end);
    }

    private static int bytes(String text) {
        return text.codePoints().map(PropertyText::bytes).sum();
    }

    private static int bytes(int codePoint) {
        if (codePoint < 0x80) {
            return 1;
        }
        if (codePoint < 0x800) {
            return 2;
        }
        return codePoint < 0x10000 ? 3 : 4;
    }
}
