package dev.drover.weights.settings;

import java.util.Locale;

/** How a split is computed from the figures of the clusters. */
public enum Strategy {
    /** Moves each share towards equal load, in small steps (weights 6.3). */
    BALANCE,
    /** In proportion to baseline and free KV cache; may swing above half load. */
    HEADROOM,
    /** In proportion to a score of health, latency and queue. */
    SCORE,
    /** Baseline, and 0 for what is down: for gateways that accept only equal weights. */
    HEALTH;

    /** As in keys and annotations: {@code headroom}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
