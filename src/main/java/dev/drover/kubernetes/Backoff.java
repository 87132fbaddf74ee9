package dev.drover.kubernetes;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * Pauses between tries: the first one short, then doubling up to the cap of the trouble. Another
 * trouble begins anew, because it is news: an API server that comes back refuses for a moment
 * before it serves. Up to a fifth is taken off at random, so that many informers do not move as
 * one. Not thread-safe.
 */
final class Backoff {
    private final Duration first;
    private final DoubleSupplier random;
    private Trouble last;
    private int tries;

    /** {@code random} gives values from 0 to 1. */
    Backoff(Duration first, DoubleSupplier random) {
        this.first = first;
        this.random = random;
    }

    Duration next(Trouble trouble) {
        if (trouble != last) {
            last = trouble;
            tries = 0;
        }
        Duration cap = trouble.longestPause();
        Duration full = first.multipliedBy(1L << Math.min(tries++, 20));
        long nanos = (full.compareTo(cap) > 0 ? cap : full).toNanos();
        return Duration.ofNanos(nanos - (long) (nanos * 0.2 * random.getAsDouble()));
    }

    void reset() {
        last = null;
    }
}
