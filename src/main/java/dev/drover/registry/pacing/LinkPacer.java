package dev.drover.registry.pacing;

import dev.drover.registry.decision.Turn;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Metadata writes to workloads that serve already: so many a minute over the whole flow, the oldest
 * workload first, since each may restart model servers. Thread-safe, no I/O.
 *
 * @param <T> what a workload is known by
 */
public final class LinkPacer<T> {
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();
    private static final long HOLD = Duration.ofSeconds(2).toNanos();

    private final IntSupplier rate;
    private final LongSupplier nanos;
    private final Consumer<T> next;
    private final Map<T, Waiting<T>> known = new HashMap<>(); // guarded by this
    private final TreeSet<Waiting<T>> waiting = // guarded by this
            new TreeSet<>(
                    Comparator.comparing((Waiting<T> it) -> it.created())
                            .thenComparing(it -> it.who().toString()));
    private long nextNanos; // guarded by this
    private Waiting<T> holder; // guarded by this; null = the turn is free
    private long heldNanos; // guarded by this

    private record Waiting<T>(Instant created, T who) {}

    /**
     * @param rate writes a minute, 0 for none; asked each time
     * @param nanos monotonic clock
     * @param next hears who is the first in line now, and may be earlier than it was told
     */
    public LinkPacer(IntSupplier rate, LongSupplier nanos, Consumer<T> next) {
        this.rate = rate;
        this.nanos = nanos;
        this.next = next;
        this.nextNanos = nanos.getAsLong();
    }

    /** When the workload may be written. It keeps its place until {@link #over}. */
    public synchronized Turn turn(T who, Instant created) {
        int perMinute = rate.getAsInt();
        if (perMinute == 0) {
            return new Turn(Optional.empty());
        }
        Waiting<T> one = known.computeIfAbsent(who, absent -> new Waiting<>(created, who));
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
    private long heldByAnother(Waiting<T> one, long now) {
        return holder == null || holder.equals(one) ? 0 : HOLD - (now - heldNanos);
    }

    /** The workload was written; of no account if it was not in line. */
    public void used(T who) {
        leave(who, true);
    }

    /** The workload does not wait any more; what it did not use is the next one's. */
    public void over(T who) {
        leave(who, false);
    }

    private void leave(T who, boolean used) {
        first(who, used).ifPresent(next);
    }

    private synchronized Optional<T> first(T who, boolean used) {
        Waiting<T> one = known.remove(who);
        if (one == null) {
            return Optional.empty();
        }
        if (used) {
            nextNanos = nanos.getAsLong() + MINUTE / Math.max(1, rate.getAsInt());
        }
        boolean led = one.equals(holder) || one.equals(waiting.first());
        waiting.remove(one);
        if (one.equals(holder)) {
            holder = null;
        }
        return led && !waiting.isEmpty() ? Optional.of(waiting.first().who()) : Optional.empty();
    }

    /** Leadership is lost. */
    public synchronized void clear() {
        known.clear();
        waiting.clear();
        holder = null;
    }
}
