package dev.drover.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes in bytes as users write them: {@code 65536}, {@code 64KiB}, {@code 8MiB}, {@code 1GiB}. */
final class Sizes {
    private static final Pattern FORM = Pattern.compile("(\\d{1,12})(B|KiB|MiB|GiB)?");

    private Sizes() {}

    static long parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new Unacceptable(text, "is not a size (64KiB, 8MiB)");
        }
        long amount = Long.parseLong(form.group(1));
        String unit = form.group(2) == null ? "B" : form.group(2);
        return switch (unit) {
            case "KiB" -> Math.multiplyExact(amount, 1L << 10);
            case "MiB" -> Math.multiplyExact(amount, 1L << 20);
            case "GiB" -> Math.multiplyExact(amount, 1L << 30);
            default -> amount;
        };
    }
}
