package dev.drover.kubernetes;

import java.time.Duration;

/**
 * Pause after the n-th failure in a row: {@code initial}, doubling, at most {@code max}, and up to
 * a fifth more so that keys which failed together do not come back together.
 */
record RetryBackoff(Duration initial, Duration max) {
    private static final double JITTER = 0.2;

    RetryBackoff {
        if (initial.isNegative() || initial.isZero() || max.compareTo(initial) < 0) {
            throw new IllegalArgumentException(
                    "backoff "
                            + initial
                            + ", maxBackoff "
                            + max
                            + "; accepted: 0 < backoff <= maxBackoff");
        }
    }

    /**
     * @param failures in a row, from 1
     * @param random 0 (no jitter) up to 1
     */
    Duration after(int failures, double random) {
        Duration pause = initial;
        for (int i = 1; i < failures && pause.compareTo(max) < 0; i++) {
            pause = pause.multipliedBy(2);
        }
        if (pause.compareTo(max) > 0) {
            pause = max;
        }
        return pause.plusNanos((long) (pause.toNanos() * JITTER * random));
    }
}
