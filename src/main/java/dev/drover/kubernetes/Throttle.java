package dev.drover.kubernetes;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Keeps the whole client quiet for as long as the server asked. Requests that would fall into that
 * time are not sent; queues hand out nothing. Leases have a client of their own and are not held.
 */
final class Throttle {
    private final LongSupplier nanos;
    private final long origin;
    private final AtomicLong until = new AtomicLong();
    private final List<Consumer<Duration>> listeners = new CopyOnWriteArrayList<>();

    Throttle(LongSupplier nanos) {
        this.nanos = nanos;
        this.origin = nanos.getAsLong();
    }

    /** Whoever listens is told each pause, the running one included. */
    void listen(Consumer<Duration> listener) {
        listeners.add(listener);
        remaining().ifPresent(listener);
    }

    void forget(Consumer<Duration> listener) {
        listeners.remove(listener);
    }

    void holdFor(Duration pause) {
        until.accumulateAndGet(now() + pause.toNanos(), Math::max);
        listeners.forEach(listener -> listener.accept(pause));
    }

    /** Time left, or empty when requests may be sent. */
    Optional<Duration> remaining() {
        long left = until.get() - now();
        return left > 0 ? Optional.of(Duration.ofNanos(left)) : Optional.empty();
    }

    private long now() {
        return nanos.getAsLong() - origin;
    }
}
