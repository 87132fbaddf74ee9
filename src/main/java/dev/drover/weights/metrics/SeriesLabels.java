package dev.drover.weights.metrics;

/** The labels of one series in the arena of a {@link SeriesTable}. */
final class SeriesLabels implements Labels {
    private final StringCache strings = new StringCache();
    private byte[] arena = {};
    private int start;
    private int end;

    void look(byte[] arena, int start, int end) {
        this.arena = arena;
        this.start = start;
        this.end = end;
    }

    @Override
    public String get(String name) {
        int i = start;
        while (i < end) {
            int value = named(i, name);
            int from = value < 0 ? i : value;
            int stop = from;
            while (arena[stop] != SeriesTable.VALUE_END) {
                stop++;
            }
            if (value >= 0) {
                return strings.get(arena, value, stop);
            }
            i = stop + 1;
        }
        return null;
    }

    /** Where the value begins when the label at {@code i} has this (ASCII) name, else -1. */
    private int named(int i, String name) {
        int length = name.length();
        if (i + length >= end || arena[i + length] != SeriesTable.NAME_END) {
            return -1;
        }
        for (int k = 0; k < length; k++) {
            if (arena[i + k] != name.charAt(k)) {
                return -1;
            }
        }
        return i + length + 1;
    }
}
