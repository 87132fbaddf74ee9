package dev.drover.sandbox.registry;

import java.util.function.Predicate;
import java.util.regex.Pattern;

/** SQL's LIKE: {@code %} any text, {@code _} any character, backslash takes the next literally. */
final class Like {
    private Like() {}

    /** What matches the pattern; the pattern is looked at once, not with every text. */
    static Predicate<String> pattern(String pattern) {
        if (pattern.chars().noneMatch(c -> "\\%_".indexOf(c) >= 0)) {
            return pattern::equals;
        }
        StringBuilder regex = new StringBuilder();
        int[] symbols = pattern.codePoints().toArray();
        for (int i = 0; i < symbols.length; i++) {
            int c = symbols[i];
            if (c == '\\') {
                if (++i == symbols.length) {
                    return text -> false; // the server's database refuses such a pattern
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
        return Pattern.compile(regex.toString(), Pattern.DOTALL).asMatchPredicate();
    }
}
