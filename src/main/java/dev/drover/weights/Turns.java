package dev.drover.weights;

import dev.drover.kubernetes.ObjectKey;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives every model one turn in each interval, the turns of all spread over it. A model's place in
 * the interval follows from its key, so it is the same after a restart. Not thread-safe; no I/O.
 */
final class Turns {
    private final Map<ObjectKey, Long> had = new HashMap<>();
    private Duration interval = Duration.ZERO;

    /** Those whose turn has come since the last call; a model that is new waits for its turn. */
    List<ObjectKey> due(Collection<ObjectKey> models, Duration now, Duration interval) {
        if (!interval.equals(this.interval)) {
            this.interval = interval;
            had.clear(); // turns are numbered by the interval's length
        }
        had.keySet().retainAll(models);
        return models.stream().filter(model -> turnHasCome(model, now)).toList();
    }

    private boolean turnHasCome(ObjectKey model, Duration now) {
        long length = interval.toNanos();
        long place = Math.floorMod(spread(model.hashCode()), length);
        long turn = Math.floorDiv(now.toNanos() - place, length);
        Long before = had.put(model, turn);
        return before != null && before != turn;
    }

    /** Hash codes of similar names lie close together; places must not. */
    private static long spread(int hash) {
        return (hash * 0x9E3779B97F4A7C15L) >>> 1;
    }
}
