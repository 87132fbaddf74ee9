package dev.drover.weights.metrics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Looks at bytes eight at a time: most of a page is skipped, so this is where its time goes. */
final class Bytes {
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long LINE_FEEDS = ONES * '\n';

    private Bytes() {}

    /** Index of the first line feed in {@code [from, to)}, or -1. */
    static int lineFeed(byte[] bytes, int from, int to) {
        int i = from;
        for (; i <= to - 8; i += 8) {
            long zeroed = (long) LONGS.get(bytes, i) ^ LINE_FEEDS;
            // marks the lowest zero byte exactly; higher marks may be borrowed, but are not used
            long marks = (zeroed - ONES) & ~zeroed & HIGH_BITS;
            if (marks != 0) {
                return i + (Long.numberOfTrailingZeros(marks) >>> 3);
            }
        }
        for (; i < to; i++) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    /** True when {@code [from, to)} is well-formed UTF-8 (RFC 3629; surrogates are refused). */
    static boolean utf8(byte[] bytes, int from, int to) {
        int i = ascii(bytes, from, to);
        while (i < to) {
            int length = sequence(bytes, i, to);
            if (length == 0) {
                return false;
            }
            i = ascii(bytes, i + length, to);
        }
        return true;
    }

    private static int ascii(byte[] bytes, int from, int to) {
        int i = from;
        while (i <= to - 8 && ((long) LONGS.get(bytes, i) & HIGH_BITS) == 0) {
            i += 8;
        }
        while (i < to && bytes[i] >= 0) {
            i++;
        }
        return i;
    }

    /** Length of the well-formed sequence that starts at {@code i} with a byte above 0x7F, or 0. */
    private static int sequence(byte[] bytes, int i, int to) {
        int lead = bytes[i] & 0xFF;
        int length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
        if (lead < 0xC2 || lead > 0xF4 || to - i < length) {
            return 0;
        }
        int second = bytes[i + 1] & 0xFF;
        int lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
        int highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
        if (second < lowest || second > highest) {
            return 0;
        }
        for (int k = 2; k < length; k++) {
            if ((bytes[i + k] & 0xC0) != 0x80) {
                return 0;
            }
        }
        return length;
    }
}
