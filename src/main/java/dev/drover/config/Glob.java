package dev.drover.config;

import java.util.Locale;
import java.util.regex.Pattern;

/** A host name pattern: {@code *} stands for any characters, case does not count. */
public record Glob(String pattern) {
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._*:\\[\\]-]+");

    /**
     * Reads a pattern such as {@code *.example.com} or {@code 10.0.0.*}.
     *
     * @throws IllegalArgumentException for characters that no host name has
     */
    public static Glob parse(String text) {
        if (!FORM.matcher(text).matches()) {
            throw new Unacceptable(text, "is not a host name pattern");
        }
        return new Glob(text.toLowerCase(Locale.ROOT));
    }

    /** Whether the whole host name fits. Linear in its length, whatever the pattern. */
    public boolean matches(String host) {
        String text = host.toLowerCase(Locale.ROOT);
        int at = 0;
        int from = 0;
        int star = -1;
        int mark = 0;
        while (at < text.length()) {
            if (from < pattern.length() && pattern.charAt(from) == '*') {
                star = from++;
                mark = at;
            } else if (from < pattern.length() && pattern.charAt(from) == text.charAt(at)) {
                from++;
                at++;
            } else if (star >= 0) {
                // what follows the last star did not fit here: let the star take one more character
                from = star + 1;
                at = ++mark;
            } else {
                return false;
            }
        }
        while (from < pattern.length() && pattern.charAt(from) == '*') {
            from++;
        }
        return from == pattern.length();
    }

    @Override
    public String toString() {
        return pattern;
    }
}
