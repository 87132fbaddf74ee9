package dev.drover.status;

/** Makes one harmless line of any text: names and messages from outside may contain anything. */
final class Escaped {
    private Escaped() {}

    static String line(String text) {
        StringBuilder line = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (line == null && breaks(c)) {
                line = new StringBuilder(text.length() + 16).append(text, 0, i);
            }
            if (line != null) {
                append(line, c);
            }
        }
        return line == null ? text : line.toString();
    }

    private static void append(StringBuilder line, char c) {
        switch (c) {
            case '\n' -> line.append("\\n");
            case '\r' -> line.append("\\r");
            case '\t' -> line.append("\\t");
            default -> {
                if (breaks(c)) {
                    line.append("\\u%04x".formatted((int) c));
                } else {
                    line.append(c);
                }
            }
        }
    }

    /** Controls, Unicode's own line breaks, and marks that turn the reading direction. */
    private static boolean breaks(char c) {
        return Character.isISOControl(c)
                || c == '\u2028'
                || c == '\u2029'
                || (c >= '\u202a' && c <= '\u202e')
                || (c >= '\u2066' && c <= '\u2069');
    }
}
