package dev.drover.weights.metrics;

import java.time.Duration;

/**
 * Notices that several replicas answer at one address in turn: their counters jump back and forth,
 * which looks like restarts. Two within six successive pages are taken for that, for ten minutes.
 * Guarded by the lock of its {@link SourceState}.
 */
final class ReplicaMix {
    private static final int PAGES = 0b111111;
    private static final long LASTS = Duration.ofMinutes(10).toNanos();

    private int resets; // one bit a page, the last page lowest
    private boolean noticed;
    private long noticedNanos;

    void page(boolean reset, long nowNanos) {
        resets = (resets << 1 | (reset ? 1 : 0)) & PAGES;
        if (Integer.bitCount(resets) >= 2) {
            noticed = true;
            noticedNanos = nowNanos;
        }
    }

    boolean mixed(long nowNanos) {
        return noticed && nowNanos - noticedNanos < LASTS;
    }
}
