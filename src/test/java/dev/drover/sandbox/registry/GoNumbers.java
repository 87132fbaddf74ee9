package dev.drover.sandbox.registry;

import java.math.BigInteger;

/** Numbers and base64 as the server's language reads them, with its words for what is wrong. */
final class GoNumbers {
    private static final BigInteger LARGEST = BigInteger.valueOf(Integer.MAX_VALUE);
    private static final BigInteger SMALLEST = BigInteger.valueOf(Integer.MIN_VALUE);
    private static final String ALPHABET =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    private GoNumbers() {}

    /**
     * A 32-bit number.
     *
     * @throws IllegalArgumentException with the server's text
     */
    static int int32(String text) {
        if (!text.matches("[+-]?[0-9]+")) {
            throw new IllegalArgumentException(parsing(text, "invalid syntax"));
        }
        BigInteger value = new BigInteger(text);
        if (value.compareTo(LARGEST) > 0 || value.compareTo(SMALLEST) < 0) {
            throw new IllegalArgumentException(parsing(text, "value out of range"));
        }
        return value.intValue();
    }

    private static String parsing(String text, String what) {
        return "strconv.ParseInt: parsing \"" + text + "\": " + what;
    }

    /**
     * Standard base64 with padding.
     *
     * @throws IllegalArgumentException with the server's text
     */
    static byte[] base64(String text) {
        for (int i = 0; i < text.length(); i++) {
            boolean padding = text.charAt(i) == '=' && i >= text.length() - 2;
            if (ALPHABET.indexOf(text.charAt(i)) < 0 && !padding) {
                throw illegal(i);
            }
        }
        if (text.length() % 4 != 0) {
            throw illegal(text.length() - text.length() % 4);
        }
        return java.util.Base64.getDecoder().decode(text);
    }

    private static IllegalArgumentException illegal(int index) {
        return new IllegalArgumentException("illegal base64 data at input byte " + index);
    }
}
