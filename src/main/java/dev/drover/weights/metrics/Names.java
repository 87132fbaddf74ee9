package dev.drover.weights.metrics;

/** Which bytes the names of families and labels are made of. */
final class Names {
    private static final boolean[] FAMILY = new boolean[256];

    static {
        for (char c = 'a'; c <= 'z'; c++) {
            FAMILY[c] = true;
            FAMILY[Character.toUpperCase(c)] = true;
        }
        for (char c = '0'; c <= '9'; c++) {
            FAMILY[c] = true;
        }
        FAMILY['_'] = true;
        FAMILY[':'] = true;
    }

    private Names() {}

    /** May stand in the name of a family. */
    static boolean family(byte b) {
        return FAMILY[b & 0xFF];
    }

    /** May stand in the name of a label. */
    static boolean letterOrDigit(byte b) {
        return FAMILY[b & 0xFF] && b != ':';
    }

    static boolean digit(byte b) {
        return b >= '0' && b <= '9';
    }
}
