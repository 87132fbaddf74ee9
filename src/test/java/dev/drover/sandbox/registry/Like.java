package dev.drover.sandbox.registry;

import java.util.regex.Pattern;

/** SQL's LIKE: {@code %} any text, {@code _} any character, backslash takes the next literally. */
final class Like {
    private Like() {}

    static boolean matches(String pattern, String text) {
        StringBuilder regex = new StringBuilder();
        int[] symbols = pattern.codePoints().toArray();
        for (int i = 0; i < symbols.length; i++) {
            int c = symbols[i];
            if (c == '\\') {
                if (++i == symbols.length) {
                    return false; // the server's database refuses such a pattern
                }
                c = symbols[i];
            } else if (c == '%') {
                regex.append(".*");
                continue;
            } else if (c == '_') {
                regex.append('.');
                continue;
            }
            regex.append(Pattern.quote(Character.toString(c)));
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL).matcher(text).matches();
    }
}
