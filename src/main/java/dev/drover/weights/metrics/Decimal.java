package dev.drover.weights.metrics;

import java.nio.charset.StandardCharsets;

/**
 * Reads the numbers of the exposition format from bytes. Stricter than {@link Double#parseDouble}:
 * no hexadecimal, no type suffix, no blanks. One thread at a time; allocates only for numbers of
 * more than 15 to 17 digits.
 */
final class Decimal {
    /** Powers of ten that a double holds exactly. */
    private static final double[] EXACT_POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18, 1e19, 1e20, 1e21, 1e22
    };

    private static final long EXACT_MANTISSA = 1L << 53;
    private static final long MANTISSA_ROOM = (Long.MAX_VALUE - 9) / 10;

    private double value;
    private boolean pointed;

    /** Value of the number that {@link #number} or {@link #timestamp} accepted last. */
    double value() {
        return value;
    }

    /** True when that number was written with a decimal point. */
    boolean pointed() {
        return pointed;
    }

    /** True when {@code [from, to)} is a sample value of the grammar. */
    boolean number(byte[] bytes, int from, int to) {
        int i = sign(bytes, from, to);
        if (i < to && (bytes[i] | 0x20) >= 'a') {
            return word(bytes, from, i, to);
        }
        return decimal(bytes, from, i, to, true);
    }

    /**
     * True when {@code [from, to)} is a timestamp of the grammar: no exponent, digits around a
     * point.
     */
    boolean timestamp(byte[] bytes, int from, int to) {
        return decimal(bytes, from, sign(bytes, from, to), to, false);
    }

    private static int sign(byte[] bytes, int from, int to) {
        return from < to && (bytes[from] == '-' || bytes[from] == '+') ? from + 1 : from;
    }

    private boolean word(byte[] bytes, int from, int unsigned, int to) {
        if (from == unsigned && is(bytes, unsigned, to, "nan")) {
            value = Double.NaN;
            return true;
        }
        if (is(bytes, unsigned, to, "inf") || is(bytes, unsigned, to, "infinity")) {
            value = bytes[from] == '-' ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
            return true;
        }
        return false;
    }

    private static boolean is(byte[] bytes, int from, int to, String lowerCase) {
        if (to - from != lowerCase.length()) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if ((bytes[i] | 0x20) != lowerCase.charAt(i - from)) {
                return false;
            }
        }
        return true;
    }

    private boolean decimal(byte[] bytes, int from, int unsigned, int to, boolean sample) {
        long mantissa = 0;
        int scale = 0;
        boolean fits = true;
        int digits = 0;
        int fraction = 0;
        boolean point = false;
        int i = unsigned;
        for (; i < to; i++) {
            byte b = bytes[i];
            if (b == '.' && !point) {
                point = true;
            } else if (b >= '0' && b <= '9') {
                digits++;
                fraction += point ? 1 : 0;
                if (mantissa <= MANTISSA_ROOM) {
                    mantissa = mantissa * 10 + (b - '0');
                    scale -= point ? 1 : 0;
                } else {
                    fits = false;
                }
            } else {
                break;
            }
        }
        if (digits == 0 || (!sample && point && (fraction == 0 || fraction == digits))) {
            return false;
        }
        int exponent = 0;
        if (i < to) {
            if (!sample || (bytes[i] | 0x20) != 'e') {
                return false;
            }
            int start = sign(bytes, i + 1, to);
            if (start == to) {
                return false;
            }
            for (int k = start; k < to; k++) {
                if (bytes[k] < '0' || bytes[k] > '9') {
                    return false;
                }
                exponent = Math.min(exponent * 10 + (bytes[k] - '0'), 100_000);
            }
            exponent = bytes[i + 1] == '-' ? -exponent : exponent;
        }
        pointed = point;
        int power = scale + exponent;
        if (fits && mantissa <= EXACT_MANTISSA && power >= -22 && power <= 22) {
            // both operands are exact, so one rounding gives the nearest double (Clinger's fast
            // path)
            double magnitude =
                    power < 0 ? mantissa / EXACT_POWERS[-power] : mantissa * EXACT_POWERS[power];
            value = bytes[from] == '-' ? -magnitude : magnitude;
        } else {
            value =
                    Double.parseDouble(
                            new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
        }
        return true;
    }
}
