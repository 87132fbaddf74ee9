package dev.drover.registry;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntSupplier;

/**
 * How many passes may call one registry at the same time: as many as it has slots. A pass that has
 * begun to call then never finds them taken in its midst, which would waste what it has asked so
 * far. Thread-safe.
 */
final class Admissions {
    private final IntSupplier most;
    private final Map<String, Integer> inside = new HashMap<>(); // guarded by this

    /**
     * @param most at once for each registry; asked each time
     */
    Admissions(IntSupplier most) {
        this.most = most;
    }

    /** False when as many are in already; else {@link #leave} must follow. */
    synchronized boolean enter(String registry) {
        int now = inside.getOrDefault(registry, 0);
        if (now >= most.getAsInt()) {
            return false;
        }
        inside.put(registry, now + 1);
        return true;
    }

    synchronized void leave(String registry) {
        inside.merge(registry, -1, Integer::sum);
    }
}
