package dev.drover.weights.decision;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Content of the annotation {@code drover.dev/weights}: what Drover last wrote, and what it would
 * have to restore.
 *
 * @param at when it was written, whole seconds
 * @param reason {@code first}, {@code load} or {@code state}
 * @param entries one for each entry of the list, in its order
 */
record WeightsState(Instant at, String reason, List<StateEntry> entries) {
    WeightsState {
        entries = List.copyOf(entries);
    }

    /** Entries by ref, since the list may have been reordered in the meantime. */
    Map<RefKey, StateEntry> byKey() {
        Map<RefKey, StateEntry> entriesByKey = new HashMap<>();
        entries.forEach(entry -> entriesByKey.put(entry.key(), entry));
        return entriesByKey;
    }
}
