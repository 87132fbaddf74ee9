package dev.drover.weights.decision;

import dev.drover.weights.metrics.SourceFigures;
import dev.drover.weights.metrics.SourceKind;
import dev.drover.weights.settings.Strategy;
import dev.drover.weights.settings.WeightsConfiguration;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/** A step of the strategies that compute shares from figures alone (spec weights 6.8). */
final class StatelessStep {
    private static final double QUEUE_FULL = 5;
    private static final double NO_LATENCY = 0.5;

    private final Situation situation;
    private final RefMemory[] memories;
    private final Strategy strategy;
    private final WeightsConfiguration.Score factors;
    private final SourceKind latencyFrom;

    /**
     * @param strategy {@code headroom} or {@code score}
     * @param factors of strategy {@code score}
     * @param latencyFrom kind of source whose latencies are compared, null for none
     */
    StatelessStep(
            Situation situation,
            RefMemory[] memories,
            Strategy strategy,
            WeightsConfiguration.Score factors,
            SourceKind latencyFrom) {
        this.situation = situation;
        this.memories = memories.clone();
        this.strategy = strategy;
        this.factors = factors;
        this.latencyFrom = latencyFrom;
    }

    /** Memories with the shares that are wanted now; needs two fresh refs to compare. */
    RefMemory[] move() {
        List<Ref> fresh = situation.fresh();
        ToDoubleFunction<Ref> worth = strategy == Strategy.HEADROOM ? this::headroom : score(fresh);
        double rest = situation.distributed();
        for (Ref ref : situation.takingPart()) {
            if (!ref.fresh()) {
                int i = ref.spec().index();
                memories[i] = memories[i].withTarget(situation.share(ref));
                rest -= situation.share(ref) * situation.total();
            }
        }
        double[] wanted = fresh.stream().mapToDouble(worth).toArray();
        double[] points = Fitting.fit(wanted, rest, situation.floor(), Situation.HIGHEST);
        for (int k = 0; k < points.length; k++) {
            int i = fresh.get(k).spec().index();
            memories[i] = memories[i].withTarget(points[k] / situation.total());
        }
        return memories;
    }

    private double headroom(Ref ref) {
        return ref.scaled() * Headroom.of(memories[ref.spec().index()].used());
    }

    private ToDoubleFunction<Ref> score(List<Ref> fresh) {
        double lowest =
                fresh.stream()
                        .map(this::latency)
                        .filter(Objects::nonNull)
                        .mapToDouble(Double::doubleValue)
                        .min()
                        .orElse(0);
        return ref -> {
            Double own = latency(ref);
            double latency = own == null || !(own > 0) ? NO_LATENCY : lowest / own;
            double queue =
                    Math.max(ref.figures().kv(), ref.figures().queueDepthOrZero() / QUEUE_FULL);
            return factors.health()
                    + latency * factors.latency()
                    + (1 - Math.min(1, queue)) * factors.queue();
        };
    }

    private Double latency(Ref ref) {
        SourceFigures.Latency latency =
                latencyFrom == null ? null : ref.figures().latencies().get(latencyFrom);
        return latency == null ? null : (Double) latency.meanSeconds();
    }
}
