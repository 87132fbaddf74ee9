package dev.drover.weights;

import dev.drover.weights.ObjectSeries.Sample;
import dev.drover.weights.decision.Decision;
import dev.drover.weights.decision.RefReport;
import dev.drover.weights.decision.RefState;
import dev.drover.weights.metrics.ClusterMetrics;
import dev.drover.weights.objects.ExternalModel;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The series of one model as a decision saw it (spec weights 8). */
final class ModelSeries {
    private static final double MILLIS = 1000;
    private static final Map<String, String> MEANINGS =
            Map.of(
                    "drover.weights.provider.health", "1 for what probes say of the provider",
                    "drover.weights.all.down", "1 while every managed ref of the model is down",
                    "drover.weights.contended", "1 while another writer does not give in",
                    "drover.weights.weight",
                            "Weight that stands in the object, or would if written now",
                    "drover.weights.ref.state", "1 for the present state of the ref",
                    "drover.weights.load", "Load of the ref as decisions compare it",
                    "drover.weights.kv.cache.ratio", "Share of KV cache in use, 0 to 1",
                    "drover.weights.queue.length", "Requests that wait, a replica",
                    "drover.weights.running.requests", "Requests in work",
                    "drover.weights.latency.seconds", "Latency that is compared");

    private ModelSeries() {}

    /** Of a metric, for its help text. */
    static String meaning(String metric) {
        return MEANINGS.get(metric);
    }

    static List<Sample> of(ExternalModel model, Decision decision) {
        if (decision.refs().isEmpty()) {
            return List.of(); // left alone
        }
        List<Sample> samples = new ArrayList<>();
        Tags whole = Tags.of("namespace", model.key().namespace(), "model", model.key().name());
        samples.add(flag("drover.weights.all.down", whole, decision.explanation().allDown()));
        samples.add(flag("drover.weights.contended", whole, decision.explanation().contended()));
        for (RefReport ref : decision.refs()) {
            Tags tags = whole.and("index", String.valueOf(ref.index()), "provider", ref.provider());
            weights(tags, ref).forEach(samples::add);
            figures(tags, ref).forEach(samples::add);
        }
        return samples;
    }

    private static Sample flag(String metric, Tags tags, boolean set) {
        return Sample.of(metric, tags, set ? 1 : 0);
    }

    private static Stream<Sample> weights(Tags tags, RefReport ref) {
        return Stream.of(
                Sample.of("drover.weights.weight", tags.and("kind", "current"), ref.weight()),
                Sample.of("drover.weights.weight", tags.and("kind", "desired"), ref.desired()),
                Sample.of("drover.weights.ref.state", tags.and("state", ref.state().word()), 1),
                Sample.of("drover.weights.load", tags, ref.effectiveLoad()));
    }

    private static Stream<Sample> figures(Tags tags, RefReport ref) {
        ClusterMetrics figures = ref.metrics();
        if (figures == null || ref.state() == RefState.UNKNOWN) {
            return Stream.empty();
        }
        return Stream.of(
                Sample.of("drover.weights.kv.cache.ratio", tags, figures.vramUtilization()),
                Sample.of("drover.weights.queue.length", tags, figures.queueDepth()),
                Sample.of("drover.weights.running.requests", tags, figures.activeRequests()),
                latency(tags, "mean", figures.latencyMs()),
                latency(tags, "p50", figures.latencyP50Ms()),
                latency(tags, "p99", figures.latencyP99Ms()));
    }

    private static Sample latency(Tags tags, String statistic, Double millis) {
        return Sample.of(
                "drover.weights.latency.seconds",
                tags.and("statistic", statistic),
                millis == null ? null : millis / MILLIS);
    }
}
