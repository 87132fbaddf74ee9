package dev.drover.registry.pacing;

import dev.drover.registry.decision.Turn;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * How often the reverse direction may act: creates and deletes together so many a minute, three
 * creates of one record an hour, and three corrections of one workload an hour. Thread-safe, no
 * I/O.
 */
public final class DeployPacer {
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();
    private static final long HOUR = Duration.ofHours(1).toNanos();
    private static final int AN_HOUR = 3;

    private final IntSupplier rate;
    private final LongSupplier nanos;
    private final Deque<Long> acts = new ArrayDeque<>(); // guarded by this
    private final Map<String, Deque<Long>> creates = new HashMap<>(); // guarded by this
    private final Map<String, Deque<Long>> patches = new HashMap<>(); // guarded by this

    /**
     * @param rate creates and deletes a minute; asked each time
     * @param nanos monotonic clock
     */
    public DeployPacer(IntSupplier rate, LongSupplier nanos) {
        this.rate = rate;
        this.nanos = nanos;
    }

    /**
     * Whether a workload may be made of this record now; not at all when that happens too often.
     */
    public synchronized Turn create(String record) {
        return isFull(creates, record) ? new Turn(Optional.empty()) : act();
    }

    /** Whether a workload may be deleted now. */
    public synchronized Turn delete() {
        return act();
    }

    /** Whether the workload of this record may be put right now. */
    public synchronized Turn patch(String record) {
        return isFull(patches, record) ? new Turn(Optional.empty()) : Turn.NOW;
    }

    public synchronized void created(String record) {
        acts.addLast(nanos.getAsLong());
        creates.computeIfAbsent(record, absent -> new ArrayDeque<>()).addLast(nanos.getAsLong());
    }

    public synchronized void deleted() {
        acts.addLast(nanos.getAsLong());
    }

    public synchronized void patched(String record) {
        patches.computeIfAbsent(record, absent -> new ArrayDeque<>()).addLast(nanos.getAsLong());
    }

    private Turn act() {
        forget(acts, MINUTE);
        return acts.size() < rate.getAsInt()
                ? Turn.NOW
                : new Turn(
                        Optional.of(
                                Duration.ofNanos(acts.getFirst() + MINUTE - nanos.getAsLong())));
    }

    private boolean isFull(Map<String, Deque<Long>> of, String record) {
        Deque<Long> times = of.getOrDefault(record, new ArrayDeque<>());
        forget(times, HOUR);
        return times.size() >= AN_HOUR;
    }

    private void forget(Deque<Long> times, long longest) {
        while (!times.isEmpty() && nanos.getAsLong() - times.getFirst() >= longest) {
            times.removeFirst();
        }
    }

    /** Leadership is lost. */
    public synchronized void clear() {
        acts.clear();
        creates.clear();
        patches.clear();
    }
}
