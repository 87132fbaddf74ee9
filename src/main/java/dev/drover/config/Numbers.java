package dev.drover.config;

/** Numbers as users write them, without the oddities of Java's own readers. */
final class Numbers {
    private Numbers() {}

    static int integer(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new Unacceptable(text, "is not a whole number");
        }
    }

    static double decimal(String text) {
        // Double.parseDouble would take "NaN", "0x1p3" and "1d" as well
        if (!text.matches("[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d{1,3})?")) {
            throw new Unacceptable(text, "is not a number");
        }
        return Double.parseDouble(text);
    }
}
