package dev.drover.weights.decision;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.intents.Intent;
import dev.drover.intents.Mode;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.weights.health.ProviderHealth;
import dev.drover.weights.metrics.SourceFigures;
import dev.drover.weights.metrics.SourceKind;
import dev.drover.weights.metrics.Stall;
import dev.drover.weights.objects.ExternalModel;
import dev.drover.weights.objects.ExternalProvider;
import dev.drover.weights.settings.Strategy;
import dev.drover.weights.settings.WeightsConfiguration;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.zjsonpatch.JsonPatch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/**
 * A model in an API server of one object, its providers, a clock and the memory of one process.
 * Refs are called cluster-a, cluster-b, …; each has a vLLM source until it is said otherwise.
 */
public final class Scene {
    static final long SECOND = 1_000_000_000L;
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Instant START = Instant.parse("2026-12-01T10:00:00Z");

    private final Calculator calculator = new Calculator();
    public ObjectNode object;
    List<RefInputs> inputs = new ArrayList<>();
    final WeightsConfiguration settings = WeightsConfiguration.defaults();
    Strategy strategy = settings.strategy();
    Mode mode = Mode.APPLY;
    ModelState memory = ModelState.empty();
    Optional<LastWrite> lastWrite = Optional.empty();
    long nanos;

    /** A model that Drover has never written. */
    public static Scene unwritten(int... weights) {
        Scene scene = new Scene();
        scene.object = MAPPER.createObjectNode();
        scene.object.put("apiVersion", "inference.opendatahub.io/v1alpha1");
        scene.object.put("kind", "ExternalModel");
        scene.object
                .putObject("metadata")
                .put("namespace", "maas-system")
                .put("name", "llama")
                .put("uid", "uid-1")
                .put("resourceVersion", "100")
                .put("generation", 1);
        scene.object.putObject("spec").putArray("externalProviderRefs");
        for (int i = 0; i < weights.length; i++) {
            scene.insert(i, name(i), weights[i]);
        }
        return scene;
    }

    /** A model that Drover wrote long ago, with these weights as the baseline. */
    static Scene written(int... weights) {
        Scene scene = unwritten(weights);
        List<StateEntry> entries = new ArrayList<>();
        for (int i = 0; i < weights.length; i++) {
            entries.add(StateEntry.given(new RefKey("", name(i), "llama-3-70b", 0), weights[i]));
        }
        scene.annotate(
                ExternalModel.STATE_ANNOTATION,
                StateJson.write(
                        new WeightsState(Instant.parse("2026-11-30T10:00:00Z"), "load", entries)));
        return scene;
    }

    static String name(int i) {
        return "cluster-" + (char) ('a' + i % 26) + (i < 26 ? "" : String.valueOf(i / 26));
    }

    Scene insert(int index, String provider, int weight) {
        ObjectNode ref = MAPPER.createObjectNode();
        ref.putObject("ref").put("name", provider);
        ref.put("targetModel", "llama-3-70b");
        ref.put("apiFormat", "openai-chat");
        ref.put("path", "/v1/chat/completions");
        ref.put("weight", weight);
        refs().insert(index, ref);
        inputs.add(
                index,
                new RefInputs(
                        Optional.of(provider(provider, "remote-maas", true)),
                        List.of(Figures.unread().at(nanos).build())));
        return this;
    }

    static ExternalProvider provider(String name, String label, boolean ready) {
        return new ExternalProvider(
                new ObjectKey("maas-system", name), label, name + ".example.com", Map.of(), ready);
    }

    public ArrayNode refs() {
        return (ArrayNode) object.at("/spec/externalProviderRefs");
    }

    Scene annotate(String name, String value) {
        ((ObjectNode) object.get("metadata")).withObjectProperty("annotations").put(name, value);
        return this;
    }

    Scene withoutAnnotation(String name) {
        ((ObjectNode) object.at("/metadata/annotations")).remove(name);
        return this;
    }

    String state() {
        return object.at("/metadata/annotations").path(ExternalModel.STATE_ANNOTATION).asText(null);
    }

    /** Somebody else writes these weights. */
    Scene edit(int... weights) {
        for (int i = 0; i < weights.length; i++) {
            ((ObjectNode) refs().get(i)).put("weight", weights[i]);
        }
        newGeneration();
        return this;
    }

    void newGeneration() {
        ObjectNode metadata = (ObjectNode) object.get("metadata");
        metadata.put("generation", metadata.get("generation").asLong() + 1);
    }

    List<Integer> weights() {
        List<Integer> weights = new ArrayList<>();
        refs().forEach(ref -> weights.add(ref.get("weight").asInt()));
        return weights;
    }

    /** A cloud provider without metrics. */
    Scene cloud(int index) {
        String name = refs().get(index).at("/ref/name").asText();
        return input(index, new RefInputs(Optional.of(provider(name, "openai", true)), List.of()));
    }

    Scene input(int index, RefInputs input) {
        inputs.set(index, input);
        return this;
    }

    /** Every source of the ref was read just now. */
    Scene read(int index, UnaryOperator<Figures> figures) {
        RefInputs input = inputs.get(index);
        return input(
                index,
                new RefInputs(
                        input.provider(),
                        List.of(figures.apply(Figures.unread().at(nanos)).build()),
                        input.health()));
    }

    /** What probes say of a ref from now on. */
    Scene health(int index, ProviderHealth health) {
        RefInputs input = inputs.get(index);
        return input(index, new RefInputs(input.provider(), input.sources(), health));
    }

    /** All refs were read just now; a missing figure leaves its ref as it was. */
    Scene kv(Double... uses) {
        for (int i = 0; i < uses.length; i++) {
            Double use = uses[i];
            if (use != null) {
                read(i, figures -> figures.kv(use));
            }
        }
        return this;
    }

    Scene seconds(double seconds) {
        nanos = Math.round(seconds * SECOND);
        return this;
    }

    Observed observed() {
        return new Observed(
                ExternalModel.of(resource()),
                inputs,
                mode,
                settings,
                strategy,
                START.plusNanos(nanos),
                nanos,
                lastWrite,
                false);
    }

    public GenericKubernetesResource resource() {
        return MAPPER.convertValue(object, GenericKubernetesResource.class);
    }

    /** Decides and remembers; writes nothing. */
    Decision decide() {
        Decision decision = calculator.decide(observed(), memory);
        memory = decision.state();
        return decision;
    }

    /** Decides, remembers and lets the API server take the patch, if there is one. */
    Decision reconcile() {
        Decision decision = decide();
        decision.intents().forEach(this::apply);
        return decision;
    }

    void apply(Intent intent) {
        JsonNode patched = JsonPatch.apply(((Intent.JsonPatch) intent).patch(), object);
        object = (ObjectNode) patched;
        newGeneration();
    }

    /** Wanted shares in points of W. */
    List<Double> wanted(Decision decision) {
        return decision.refs().stream()
                .map(
                        ref ->
                                ref.targetShare() == null
                                        ? null
                                        : (Double)
                                                (ref.targetShare()
                                                        * decision.explanation().total()))
                .toList();
    }

    static List<Integer> desired(Decision decision) {
        return decision.refs().stream().map(RefReport::desired).toList();
    }

    /** Builds what one source says. */
    static final class Figures {
        private SourceKind kind = SourceKind.VLLM;
        private boolean attempted;
        private long at;
        private Double kv;
        private Double queue;
        private Double latencySeconds;
        private Double errorRate;
        private boolean mixed;
        private Stall stall = Stall.NONE;

        static Figures unread() {
            return new Figures();
        }

        Figures at(long nanos) {
            at = nanos;
            return this;
        }

        Figures kind(SourceKind kind) {
            this.kind = kind;
            return this;
        }

        Figures attempted() {
            attempted = true;
            return this;
        }

        Figures kv(Double use) {
            attempted = true;
            kv = use;
            return this;
        }

        Figures queue(Double waiting) {
            queue = waiting;
            return this;
        }

        Figures latency(Double seconds) {
            latencySeconds = seconds;
            return this;
        }

        /** Only endpoint pickers know errors. */
        Figures errors(Double rate) {
            kind = SourceKind.EPP;
            errorRate = rate;
            return this;
        }

        Figures stall(Stall now) {
            stall = now;
            return this;
        }

        Figures mixed() {
            mixed = true;
            return this;
        }

        SourceFigures build() {
            SourceFigures.Latency latency =
                    latencySeconds == null
                            ? null
                            : new SourceFigures.Latency(latencySeconds, null, null, at);
            return new SourceFigures(
                    kind,
                    "http://metrics.example.com/metrics",
                    attempted,
                    at,
                    kv,
                    kv == null ? null : "vllm:kv_cache_usage_perc",
                    kv == null ? OptionalLong.empty() : OptionalLong.of(at),
                    queue,
                    null,
                    latency,
                    null,
                    errorRate,
                    errorRate == null ? OptionalLong.empty() : OptionalLong.of(at),
                    mixed,
                    stall,
                    attempted && kv == null ? "timeout" : "ok",
                    null);
        }
    }
}
