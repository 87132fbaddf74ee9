package dev.drover.weights.metrics;

import java.nio.charset.StandardCharsets;

/** Text from outside, fit for a log line: at most 200 characters, control characters escaped. */
public final class Excerpt {
    private static final int LONGEST = 200;

    private Excerpt() {}

    static String of(byte[] bytes, int from, int to) {
        int most = Math.min(to, from + LONGEST);
        return of(new String(bytes, from, most - from, StandardCharsets.UTF_8));
    }

    /** The beginning of this text. */
    public static String of(String text) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            String shown =
                    Character.isISOControl(c) || c == '\u2028' || c == '\u2029' || c == '\uFFFD'
                            ? "\\u%04x".formatted((int) c)
                            : String.valueOf(c);
            if (out.length() + shown.length() > LONGEST - 1) {
                return out.append('…').toString();
            }
            out.append(shown);
        }
        return out.toString();
    }
}
