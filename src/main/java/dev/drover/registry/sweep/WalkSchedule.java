package dev.drover.registry.sweep;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * When each registry is walked: at once when it appears, then once an interval, give or take a
 * tenth. Walks of one registry never overlap. Thread-safe, no I/O.
 */
public final class WalkSchedule {
    private static final double JITTER = 0.1;

    private final LongSupplier nanos;
    private final DoubleSupplier random;
    private final Map<String, Long> due = new HashMap<>(); // guarded by this
    private final Set<String> walking = new HashSet<>(); // guarded by this

    /**
     * @param nanos monotonic clock
     * @param random 0 to 1
     */
    public WalkSchedule(LongSupplier nanos, DoubleSupplier random) {
        this.nanos = nanos;
        this.random = random;
    }

    /** Registries whose walk begins now; {@link #ended} must follow for each. */
    public synchronized List<String> begin(Collection<String> registries) {
        due.keySet().retainAll(registries);
        long now = nanos.getAsLong();
        List<String> begun = new ArrayList<>();
        for (String registry : registries) {
            if (now - due.computeIfAbsent(registry, absent -> now) >= 0 && walking.add(registry)) {
                begun.add(registry);
            }
        }
        return begun;
    }

    /** The walk is over; the next one is due about this much later. */
    public synchronized void ended(String registry, Duration interval) {
        walking.remove(registry);
        double factor = 1 + JITTER * (2 * random.getAsDouble() - 1);
        due.put(registry, nanos.getAsLong() + (long) (interval.toNanos() * factor));
    }

    /** It is due now, for example because the registry answers again. */
    public synchronized void hurry(String registry) {
        due.computeIfPresent(registry, (id, time) -> Math.min(time, nanos.getAsLong()));
    }

    /** Leadership is lost: the next term begins with walks. */
    public synchronized void clear() {
        due.clear();
    }
}
