package dev.drover.registry;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * When workloads come back that found every slot of their registry taken: one after the other, as
 * fast as a registry answers, so that none of a thousand waits longer than it has to and they do
 * not all come back at once. Thread-safe.
 */
final class ReturnTimes {
    private static final long GAP = Duration.ofMillis(3).toNanos();
    private static final long LONGEST = Duration.ofSeconds(1).toNanos();

    private final LongSupplier nanos;
    private final Map<String, Long> last = new HashMap<>(); // guarded by this

    ReturnTimes(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** The pause of the next one; at most a second. */
    synchronized Duration next(String registry) {
        long now = nanos.getAsLong();
        long after = Math.max(now, last.getOrDefault(registry, now)) + GAP;
        long pause = Math.min(after - now, LONGEST);
        last.put(registry, now + pause);
        return Duration.ofNanos(pause);
    }
}
