package dev.drover.weights.metrics;

import java.util.Arrays;

/**
 * The kept series of one page: family, labels in order of their names, last value. Arrays are used
 * again by the next page, so a reader that has seen a page like it allocates nothing. One thread at
 * a time.
 */
final class SeriesTable {
    /** Ends a label name and a label value; bytes that well-formed UTF-8 never contains. */
    static final byte NAME_END = (byte) 0xFF;

    static final byte VALUE_END = (byte) 0xFE;

    /** Room that is kept between pages; a page that needed more gives the surplus back. */
    private static final int KEPT_BYTES = 256 * 1024;

    private static final int KEPT_SERIES = 4096;

    private final SeriesLabels labels = new SeriesLabels();
    private byte[] arena = new byte[4096];
    private int used;
    private int[] families = new int[64];
    private int[] hashes = new int[64];
    private int[] ends = new int[64];
    private double[] values = new double[64];
    private int[] slots = new int[256]; // index of a series + 1; 0 = free
    private int count;

    int count() {
        return count;
    }

    void clear() {
        if (arena.length > KEPT_BYTES) {
            arena = new byte[4096];
        }
        if (families.length > KEPT_SERIES) {
            resize(64);
            slots = new int[256];
        }
        Arrays.fill(slots, 0);
        used = 0;
        count = 0;
    }

    /**
     * Where the labels of the next series are to be written: {@code room} bytes from here are free.
     */
    int tail(int room) {
        if (arena.length - used < room) {
            arena = Arrays.copyOf(arena, Math.max(arena.length * 2, used + room));
        }
        return used;
    }

    byte[] arena() {
        return arena;
    }

    /**
     * Takes the labels between the tail and {@code end}. False, and nothing kept, when the series
     * is new and there are {@code most} already.
     */
    boolean put(int family, int end, double value, int most) {
        int hash = family;
        for (int i = used; i < end; i++) {
            hash = 31 * hash + arena[i];
        }
        hash ^= hash >>> 15;
        int mask = slots.length - 1;
        int slot = hash & mask;
        for (; slots[slot] != 0; slot = (slot + 1) & mask) {
            int series = slots[slot] - 1;
            if (hashes[series] == hash && same(series, family, end)) {
                values[series] = value;
                return true;
            }
        }
        if (count == most) {
            return false;
        }
        if (count == families.length) {
            resize(count * 2);
        }
        families[count] = family;
        hashes[count] = hash;
        ends[count] = end;
        values[count] = value;
        used = end;
        slots[slot] = ++count;
        if (count * 2 > slots.length) {
            rehash();
        }
        return true;
    }

    void forEach(SampleSink sink) {
        for (int series = 0; series < count; series++) {
            labels.look(arena, start(series), ends[series]);
            sink.sample(families[series], labels, values[series]);
        }
    }

    private int start(int series) {
        return series == 0 ? 0 : ends[series - 1];
    }

    private boolean same(int series, int family, int end) {
        return families[series] == family
                && Arrays.equals(arena, start(series), ends[series], arena, used, end);
    }

    private void resize(int capacity) {
        families = Arrays.copyOf(families, capacity);
        hashes = Arrays.copyOf(hashes, capacity);
        ends = Arrays.copyOf(ends, capacity);
        values = Arrays.copyOf(values, capacity);
    }

    private void rehash() {
        slots = new int[slots.length * 2];
        int mask = slots.length - 1;
        for (int series = 0; series < count; series++) {
            int slot = hashes[series] & mask;
            while (slots[slot] != 0) {
                slot = (slot + 1) & mask;
            }
            slots[slot] = series + 1;
        }
    }
}
