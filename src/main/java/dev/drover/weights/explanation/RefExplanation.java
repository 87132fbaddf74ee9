package dev.drover.weights.explanation;

import dev.drover.weights.decision.Decision;
import dev.drover.weights.decision.Observed;
import dev.drover.weights.decision.RefInputs;
import dev.drover.weights.decision.RefReport;
import dev.drover.weights.metrics.ClusterMetrics;
import dev.drover.weights.objects.ProviderRef;
import java.util.List;
import java.util.Locale;

/**
 * Why a ref has its weight. Of a model that is left alone only identity, weight, health and sources
 * are known; everything else is null.
 *
 * @param index place in the list
 * @param namespace of the provider
 * @param targetModel the model's name over there
 * @param weight what stands in the object
 * @param desired what would stand there if it were written now
 * @param baseline what somebody other than Drover last gave
 * @param scaledBaseline the same after scaling
 * @param state {@code fresh}, {@code hold}, {@code unknown}, {@code down}, {@code ramp}, {@code
 *     drained}, {@code unmanaged}
 * @param cause why it is down, or the stage of its ramp
 * @param trouble what keeps it from traffic or from being decided about, in a sentence
 * @param health what probes say, in lower case; {@code none} without a health check
 * @param figures raw figures of both sources together
 * @param ageSeconds since the last valid KV figure, or since the source is known
 * @param load L, smoothed
 * @param queue Q, smoothed
 * @param latencyRatio r, 0.5 to 2
 * @param effectiveLoad e
 * @param laggedShare u, 0 to 1
 * @param targetShare w, 0 to 1
 * @param sources engine before endpoint picker
 */
public record RefExplanation(
        int index,
        String namespace,
        String provider,
        String targetModel,
        int weight,
        Integer desired,
        Integer baseline,
        Integer scaledBaseline,
        String state,
        String cause,
        String trouble,
        String health,
        ClusterMetrics figures,
        Double ageSeconds,
        Double load,
        Double queue,
        Double latencyRatio,
        Double effectiveLoad,
        Double laggedShare,
        Double targetShare,
        List<SourceExplanation> sources) {
    public RefExplanation {
        sources = List.copyOf(sources);
    }

    static RefExplanation of(Observed observed, Decision decision, int index) {
        ProviderRef ref = observed.model().refs().get(index);
        RefInputs inputs = observed.refs().get(index);
        String health = inputs.health().state().name().toLowerCase(Locale.ROOT);
        List<SourceExplanation> sources =
                inputs.sources().stream()
                        .map(source -> SourceExplanation.of(source, observed.nanos()))
                        .toList();
        return decision.refs().isEmpty()
                ? leftAlone(ref, health, sources)
                : decided(ref, decision.refs().get(index), health, sources);
    }

    private static RefExplanation decided(
            ProviderRef ref, RefReport report, String health, List<SourceExplanation> sources) {
        return new RefExplanation(
                ref.index(),
                ref.provider().namespace(),
                ref.provider().name(),
                ref.targetModel(),
                ref.weight(),
                report.desired(),
                report.baseline(),
                report.scaledBaseline(),
                report.state().word(),
                report.cause().orElse(null),
                report.trouble().orElse(null),
                health,
                report.metrics(),
                report.ageSeconds(),
                report.load(),
                report.queue(),
                report.latencyRatio(),
                report.effectiveLoad(),
                report.laggedShare(),
                report.targetShare(),
                sources);
    }

    private static RefExplanation leftAlone(
            ProviderRef ref, String health, List<SourceExplanation> sources) {
        return new RefExplanation(
                ref.index(),
                ref.provider().namespace(),
                ref.provider().name(),
                ref.targetModel(),
                ref.weight(),
                null,
                null,
                null,
                null,
                null,
                null,
                health,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                sources);
    }
}
