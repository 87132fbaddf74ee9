package dev.drover.registry.objects;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Maps and lists of JSON in the form that takes the least heap: unmodifiable, without spare room,
 * without order, without nulls. A {@code LinkedHashMap} of five entries takes three times as much.
 */
final class Compact {
    private Compact() {}

    /** The map, and all below. */
    static <V> Map<String, V> map(Map<String, V> map) {
        Map<String, V> kept = new HashMap<>(2 * map.size());
        map.forEach(
                (name, value) -> {
                    if (value != null) {
                        kept.put(name, value(value));
                    }
                });
        return Map.copyOf(kept);
    }

    @SuppressWarnings("unchecked") // maps of JSON have texts as keys; the type does not change
    private static <V> V value(V value) {
        if (value instanceof Map<?, ?> map) {
            return (V) map((Map<String, Object>) map);
        }
        if (value instanceof List<?> list) {
            return (V) list.stream().filter(Objects::nonNull).map(Compact::value).toList();
        }
        return value;
    }
}
