package dev.drover.weights.metrics;

import dev.drover.weights.metrics.SourceFigures.Latency;
import java.util.OptionalLong;

/** The windows of one model's counters. Guarded by the lock of its {@link SourceState}. */
final class ModelWindows {
    /** Of a model that was never seen. */
    static final ModelWindows NONE = new ModelWindows();

    private final Window endToEnd = new Window();
    private final Window firstToken = new Window();
    private final Window requests = new Window();
    private long seenNanos;

    /** True when one of them began anew. */
    boolean take(
            Counters page, long nowNanos, boolean first, boolean restarted, WindowRules rules) {
        seenNanos = nowNanos;
        boolean one = endToEnd.take(page.endToEnd(), nowNanos, first, restarted, rules);
        boolean two = firstToken.take(page.firstToken(), nowNanos, first, restarted, rules);
        boolean three = requests.take(page.requests(), nowNanos, first, restarted, rules);
        return one || two || three;
    }

    Latency endToEnd() {
        return endToEnd.estimate();
    }

    Latency firstToken() {
        return firstToken.estimate();
    }

    /** Errors a request, 0 to 1. */
    Double errorRate() {
        Latency rate = requests.estimate();
        return rate == null ? null : Double.valueOf(Math.min(1, rate.meanSeconds()));
    }

    OptionalLong errorRateAtNanos() {
        Latency rate = requests.estimate();
        return rate == null ? OptionalLong.empty() : OptionalLong.of(rate.atNanos());
    }

    boolean seenBefore(long nanos) {
        return seenNanos - nanos < 0;
    }
}
