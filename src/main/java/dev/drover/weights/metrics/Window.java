package dev.drover.weights.metrics;

import dev.drover.weights.metrics.SourceFigures.Latency;

/**
 * Turns what a histogram has counted since ever into what was observed lately (spec weights 4.3).
 * Guarded by the lock of its {@link SourceState}.
 */
final class Window {
    private Cumulative baseline;
    private Cumulative last;
    private long baselineNanos;
    private Latency estimate;

    /** The last estimate; null before the first and once its window became too old. */
    Latency estimate() {
        return estimate;
    }

    /**
     * Takes what the next page says; null when the page does not have this histogram.
     *
     * @param first no page of this target came before: it only sets the baseline
     * @param restarted the page says that its process is another one
     * @return true when this histogram began anew
     */
    boolean take(
            Cumulative page, long nowNanos, boolean first, boolean restarted, WindowRules rules) {
        if (page == null) {
            return false;
        }
        if (baseline == null) {
            // one that the earlier page did not have at all has counted from zero since
            baseline = first ? page : Cumulative.ZERO;
            baselineNanos = nowNanos;
        }
        boolean reset = last != null && (restarted || page.below(last));
        last = page;
        if (reset) {
            baseline = Cumulative.ZERO;
            baselineNanos = nowNanos;
        } else if (nowNanos - baselineNanos > rules.unknownAfter().toNanos()) {
            baseline = page;
            baselineNanos = nowNanos;
            estimate = null;
        }
        Cumulative seen = page.since(baseline);
        if (seen.count() >= rules.minObservations()) {
            estimate = new Latency(seen.mean(), seen.quantile(0.5), seen.quantile(0.99), nowNanos);
            baseline = page;
            baselineNanos = nowNanos;
        }
        return reset;
    }
}
