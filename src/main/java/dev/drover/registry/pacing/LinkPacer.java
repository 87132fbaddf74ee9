package dev.drover.registry.pacing;

import dev.drover.registry.decision.Turn;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Metadata writes to workloads that serve already: so many a minute over the whole flow, the oldest
 * workload first, since each may restart model servers. Thread-safe, no I/O.
 */
public final class LinkPacer {
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();
    private static final long HOLD = Duration.ofSeconds(2).toNanos();

    private final IntSupplier rate;
    private final LongSupplier nanos;
    private final Map<String, Waiting> known = new HashMap<>(); // guarded by this
    private final TreeSet<Waiting> waiting = // guarded by this
            new TreeSet<>(Comparator.comparing(Waiting::created).thenComparing(Waiting::uid));
    private long nextNanos; // guarded by this
    private Waiting holder; // guarded by this; null = the turn is free
    private long heldNanos; // guarded by this

    private record Waiting(Instant created, String uid) {}

    /**
     * @param rate writes a minute, 0 for none; asked each time
     * @param nanos monotonic clock
     */
    public LinkPacer(IntSupplier rate, LongSupplier nanos) {
        this.rate = rate;
        this.nanos = nanos;
        this.nextNanos = nanos.getAsLong();
    }

    /** When the workload may be written. It keeps its place until {@link #over}. */
    public synchronized Turn turn(String uid, Instant created) {
        int perMinute = rate.getAsInt();
        if (perMinute == 0) {
            return new Turn(Optional.empty());
        }
        Waiting one = known.computeIfAbsent(uid, absent -> new Waiting(created, uid));
        waiting.add(one);
        long now = nanos.getAsLong();
        long before = one.equals(holder) ? 0 : waiting.headSet(one).size();
        long wait = nextNanos - now + before * (MINUTE / perMinute);
        wait = Math.max(wait, heldByAnother(one, now));
        if (wait > 0) {
            return new Turn(Optional.of(Duration.ofNanos(wait)));
        }
        holder = one;
        heldNanos = now;
        return Turn.NOW;
    }

    /**
     * How long somebody else may keep the turn without writing: it may give it back, or be gone.
     */
    private long heldByAnother(Waiting one, long now) {
        return holder == null || holder.equals(one) ? 0 : HOLD - (now - heldNanos);
    }

    /** The workload was written. */
    public synchronized void used(String uid) {
        int perMinute = Math.max(1, rate.getAsInt());
        nextNanos = nanos.getAsLong() + MINUTE / perMinute;
        over(uid);
    }

    /** The workload does not wait any more. */
    public synchronized void over(String uid) {
        Waiting one = known.remove(uid);
        if (one != null) {
            waiting.remove(one);
        }
        if (holder != null && holder.uid().equals(uid)) {
            holder = null;
        }
    }

    /** Leadership is lost. */
    public synchronized void clear() {
        known.clear();
        waiting.clear();
        holder = null;
    }
}
