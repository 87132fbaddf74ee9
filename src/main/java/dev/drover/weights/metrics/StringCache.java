package dev.drover.weights.metrics;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Gives label values as strings without making the same string for every series of a page. Bounded:
 * each slot remembers one value, a newcomer replaces it. One thread at a time.
 */
final class StringCache {
    private static final int SLOTS = 256;
    private static final int LONGEST = 128;

    private final byte[][] bytes = new byte[SLOTS][];
    private final String[] strings = new String[SLOTS];

    String get(byte[] source, int from, int to) {
        if (to - from > LONGEST) {
            return new String(source, from, to - from, StandardCharsets.UTF_8);
        }
        int hash = 0;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + source[i];
        }
        int slot = (hash ^ (hash >>> 8) ^ (hash >>> 16)) & (SLOTS - 1);
        byte[] known = bytes[slot];
        if (known == null || !Arrays.equals(known, 0, known.length, source, from, to)) {
            bytes[slot] = Arrays.copyOfRange(source, from, to);
            strings[slot] = new String(source, from, to - from, StandardCharsets.UTF_8);
        }
        return strings[slot];
    }
}
