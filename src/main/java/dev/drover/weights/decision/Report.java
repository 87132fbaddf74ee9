package dev.drover.weights.decision;

import dev.drover.weights.metrics.ClusterMetrics;
import dev.drover.weights.metrics.SourceFigures;
import java.time.Instant;
import java.util.List;

/** Turns a finished pass into the figures that explain it. */
final class Report {
    private Report() {}

    static List<RefReport> of(Pass pass) {
        return pass.situation.refs().stream().map(ref -> of(pass, ref)).toList();
    }

    private static RefReport of(Pass pass, Ref ref) {
        int i = ref.spec().index();
        RefMemory memory = pass.memories[i];
        EffectiveLoad load = pass.loads[i];
        long age = ref.figures().ageNanos(pass.observed.nanos());
        return new RefReport(
                i,
                ref.name(),
                ref.spec().targetModel(),
                ref.weight(),
                pass.desired[i],
                ref.entry().baseline(),
                ref.scaled(),
                ref.state(),
                ref.cause(),
                RefTrouble.of(ref).line(ref, pass.settings),
                metrics(ref, pass, age),
                ref.figures().configured() ? (Double) (age / 1e9) : null,
                memory.load(),
                memory.queue(),
                load == null ? null : (Double) load.latencyRatio(),
                load == null ? null : (Double) load.load(),
                memory.laggedShare(),
                memory.targetShare());
    }

    private static ClusterMetrics metrics(Ref ref, Pass pass, long ageNanos) {
        RefFigures raw = ref.figures();
        SourceFigures.Latency latency =
                pass.latencySource == null ? null : raw.latencies().get(pass.latencySource);
        Instant updated =
                raw.kvAtNanos().isPresent() ? pass.observed.now().minusNanos(ageNanos) : null;
        return new ClusterMetrics(
                ref.name(),
                raw.kv(),
                raw.queueDepth(),
                raw.running(),
                latency == null ? null : milliseconds(latency.meanSeconds()),
                latency == null ? null : milliseconds(latency.p50Seconds()),
                latency == null ? null : milliseconds(latency.p99Seconds()),
                raw.errorRate(),
                updated,
                pass.observed.refs().get(ref.spec().index()).health().usable(),
                raw.error());
    }

    private static Double milliseconds(Double seconds) {
        return seconds == null ? null : (Double) (seconds * 1000);
    }
}
