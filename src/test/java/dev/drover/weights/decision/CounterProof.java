package dev.drover.weights.decision;

import dev.drover.weights.metrics.SourceFigures;
import dev.drover.weights.settings.WeightsConfiguration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Two rules of the decision replaced by what was tried before them, to show that the acceptance
 * table of the simulator notices.
 */
public final class CounterProof {
    /** Loads above 1 do not fit into a KV figure, so all are shown as this part of themselves. */
    private static final double SCALE = 50;

    private CounterProof() {}

    /** The correction acts on the present share: nothing lags. */
    public static ModelState presentShare(ModelState state) {
        Map<RefKey, RefMemory> refs = new HashMap<>();
        state.refs().forEach((key, memory) -> refs.put(key, memory.withLag(null, null)));
        return new ModelState(
                state.uid(),
                state.known(),
                state.pending(),
                state.published(),
                state.mode(),
                state.latencyFrom(),
                state.timeline(),
                state.contention(),
                state.released(),
                state.zeroRefused(),
                refs,
                state.told());
    }

    /** Load is max(KV ÷ kv-target, queueDepth ÷ 5), and queues do nothing else. */
    public static Observed queueInLoad(Observed observed) {
        double target = observed.settings().kvTarget();
        List<RefInputs> refs =
                observed.refs().stream()
                        .map(
                                ref ->
                                        new RefInputs(
                                                ref.provider(),
                                                ref.sources().stream()
                                                        .map(source -> shown(source, target))
                                                        .toList(),
                                                ref.health()))
                        .toList();
        return new Observed(
                observed.model(),
                refs,
                observed.mode(),
                settings(observed.settings()),
                observed.now(),
                observed.nanos(),
                observed.lastWrite());
    }

    private static SourceFigures shown(SourceFigures source, double target) {
        Double load =
                source.kv() == null
                        ? null
                        : (Double)
                                (Math.max(source.kv() / target, source.queueDepth() / 5) / SCALE);
        return new SourceFigures(
                source.kind(),
                source.url(),
                source.attempted(),
                source.knownSinceNanos(),
                load,
                source.kvName(),
                source.kvAtNanos(),
                null,
                source.running(),
                source.endToEnd(),
                source.firstToken(),
                source.errorRate(),
                source.errorRateAtNanos(),
                source.mixed(),
                source.stall(),
                source.outcome(),
                source.detail());
    }

    private static WeightsConfiguration settings(WeightsConfiguration usual) {
        return new WeightsConfiguration(
                usual.interval(),
                usual.strategy(),
                usual.deadband(),
                usual.minWriteInterval(),
                usual.floor(),
                usual.smoothing(),
                usual.lag(),
                usual.response(),
                1 / SCALE,
                usual.queueScale(),
                usual.errorPenalty(),
                usual.latency(),
                usual.latencyWeight(),
                usual.minObservations(),
                usual.staleAfter(),
                usual.unknownAfter(),
                usual.unknown(),
                usual.score(),
                usual.scrape(),
                usual.health(),
                usual.cloudProviders(),
                usual.remoteProviders(),
                usual.metrics(),
                usual.contention(),
                usual.concurrency());
    }
}
