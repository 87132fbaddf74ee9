package dev.drover.weights.decision;

import dev.drover.weights.settings.WeightsConfiguration;
import java.util.List;

/**
 * How loaded a ref counts as, compared with the others.
 *
 * @param latencyRatio r: own latency against the median, 0.5 to 2
 * @param load e: smoothed load, corrected by latency, at least {@link #IDLE}
 */
record EffectiveLoad(double latencyRatio, double load) {
    /** Below this a cluster is idle, and loads are not worth comparing. */
    static final double IDLE = 0.15;

    /**
     * By list index; null for every ref whose figures are not fresh. Refs on their way back are
     * compared with those that take part, not the other way round.
     */
    static EffectiveLoad[] of(
            Situation situation, RefMemory[] memories, WeightsConfiguration settings) {
        double median = median(situation.fresh(), memories);
        EffectiveLoad[] loads = new EffectiveLoad[memories.length];
        for (Ref ref : situation.refs()) {
            RefMemory memory = memories[ref.spec().index()];
            boolean read = ref.fresh() || (ref.ramps() && memory.load() != null);
            if (!read) {
                continue;
            }
            double ratio =
                    memory.latency() == null || !(median > 0)
                            ? 1
                            : Fitting.clamp(memory.latency() / median, 0.5, 2);
            double factor = StrictMath.pow(ratio, settings.latencyWeight());
            loads[ref.spec().index()] =
                    new EffectiveLoad(ratio, Math.max(IDLE, memory.load() * factor));
        }
        return loads;
    }

    /** Not a number with fewer than two latencies: there is nothing to compare. */
    private static double median(List<Ref> fresh, RefMemory[] memories) {
        double[] sorted =
                fresh.stream()
                        .map(ref -> memories[ref.spec().index()].latency())
                        .filter(latency -> latency != null)
                        .mapToDouble(Double::doubleValue)
                        .sorted()
                        .toArray();
        int n = sorted.length;
        return n < 2 ? Double.NaN : (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    }
}
