package dev.drover.intents;

import java.time.Duration;

/** Writes an object may cause: 25 at once, one more every five minutes. One thread. */
final class TokenBucket {
    private static final int CAPACITY = 25;
    private static final long REFILL = Duration.ofMinutes(5).toNanos();

    private int tokens = CAPACITY;
    private long refilledNanos;

    TokenBucket(long nowNanos) {
        refilledNanos = nowNanos;
    }

    boolean take(long nowNanos) {
        if (tokens == CAPACITY) {
            refilledNanos = nowNanos; // a full bucket saves nothing up
        }
        long refills = (nowNanos - refilledNanos) / REFILL;
        tokens = (int) Math.min(CAPACITY, tokens + refills);
        refilledNanos += refills * REFILL;
        if (tokens == 0) {
            return false;
        }
        tokens--;
        return true;
    }
}
