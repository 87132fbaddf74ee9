package dev.drover.intents;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Remembers so many entries and forgets the one that was least recently used. Not thread-safe.
 *
 * @param <K> what entries are known by
 * @param <V> what is remembered of each
 */
public final class BoundedMap<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1;

    private final int most;

    /**
     * @param most entries
     */
    public BoundedMap(int most) {
        super(16, 0.75f, true);
        this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
    }
}
