package dev.drover.weights.metrics;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The exact sample names that a reader keeps; a histogram {@code h} wants {@code h_bucket}, {@code
 * h_sum}, {@code h_count}. A name with a colon is also found with an underscore in its place, as
 * OpenMetrics pages of Python servers write it. Immutable.
 */
public final class Families {
    /** Answer of {@link #find} for every other name. */
    static final int UNWANTED = -1;

    private final List<String> names;
    private final byte[][] table;
    private final int[] ids;
    private final int longest;

    private Families(List<String> names) {
        this.names = names;
        Map<String, Integer> spellings = new LinkedHashMap<>();
        for (int id = 0; id < names.size(); id++) {
            spellings.put(names.get(id), id);
        }
        for (int id = 0; id < names.size(); id++) {
            spellings.putIfAbsent(names.get(id).replace(':', '_'), id);
        }
        int slots = Integer.highestOneBit(Math.max(4, spellings.size()) * 4);
        table = new byte[slots][];
        ids = new int[slots];
        int most = 0;
        for (Map.Entry<String, Integer> spelling : spellings.entrySet()) {
            byte[] bytes = spelling.getKey().getBytes(StandardCharsets.US_ASCII);
            most = Math.max(most, bytes.length);
            int slot = spread(hash(bytes)) & (slots - 1);
            while (table[slot] != null) {
                slot = (slot + 1) & (slots - 1);
            }
            table[slot] = bytes;
            ids[slot] = spelling.getValue();
        }
        longest = most;
    }

    /** Wants {@code names}, without repetitions, in this order: the index of a name is its id. */
    public static Families of(Collection<String> names) {
        return new Families(names.stream().distinct().toList());
    }

    /** Id of an exact name, as {@link SampleSink} receives it; -1 when it is not wanted. */
    public int id(String name) {
        return names.indexOf(name);
    }

    public String name(int id) {
        return names.get(id);
    }

    public int size() {
        return names.size();
    }

    int longest() {
        return longest;
    }

    /** {@code hash} must be {@link #hash} of the same bytes. */
    int find(byte[] bytes, int from, int to, int hash) {
        int mask = table.length - 1;
        for (int slot = spread(hash) & mask; table[slot] != null; slot = (slot + 1) & mask) {
            if (Arrays.equals(table[slot], 0, table[slot].length, bytes, from, to)) {
                return ids[slot];
            }
        }
        return UNWANTED;
    }

    private static int hash(byte[] bytes) {
        int hash = 0;
        for (byte b : bytes) {
            hash = step(hash, b);
        }
        return hash;
    }

    /** One byte of a name's hash. */
    static int step(int hash, byte b) {
        return 31 * hash + b;
    }

    private static int spread(int hash) {
        return hash ^ (hash >>> 15);
    }
}
