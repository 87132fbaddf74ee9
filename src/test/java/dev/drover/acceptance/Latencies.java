package dev.drover.acceptance;

import java.time.Duration;
import java.util.List;

/** Times of one kind, and what is said of them. */
record Latencies(List<Duration> sorted) {
    Latencies {
        sorted = sorted.stream().sorted().toList();
    }

    /** The smallest time that this share of all does not exceed. */
    Duration quantile(double share) {
        int index = (int) Math.ceil(share * sorted.size()) - 1;
        return sorted.get(Math.max(0, index));
    }

    @Override
    public String toString() {
        return "n=%d p50=%.1f ms p90=%.1f ms p99=%.1f ms max=%.1f ms"
                .formatted(sorted.size(), millis(0.5), millis(0.9), millis(0.99), millis(1));
    }

    private double millis(double share) {
        return quantile(share).toNanos() / 1e6;
    }
}
