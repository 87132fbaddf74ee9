package dev.drover.basemodels.decision;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Objects belong to other people: whatever stands in them, a decision is made. */
class UntrustedObjectsProperties {
    private static final List<String> KEYS =
            List.of(
                    "storage",
                    "storageUri",
                    "nodeAffinity",
                    "nodeSelector",
                    "distribution",
                    "modelType",
                    "modelFormat",
                    "name",
                    "version",
                    "maxTokens",
                    "modelCapabilities",
                    "state",
                    "conditions",
                    "type",
                    "status",
                    "reason",
                    "message",
                    "lastTransitionTime",
                    "observedGeneration",
                    "nodesReady",
                    "phase",
                    "capacity",
                    "accessModes",
                    "volumeMode",
                    "storageClassName",
                    "volumeName",
                    "containerStatuses",
                    "terminated",
                    "waiting",
                    "exitCode",
                    "suspend",
                    "requiredDuringSchedulingIgnoredDuringExecution",
                    "nodeSelectorTerms",
                    "matchExpressions",
                    "v",
                    "fp",
                    "done",
                    "fields",
                    "attempts",
                    "fail",
                    "code",
                    "next",
                    "warnings",
                    "at");
    private static final List<String> TEXTS =
            List.of(
                    "",
                    "Ready",
                    "Failed",
                    "True",
                    "pvc://model-storage/p",
                    "extract",
                    "Bound",
                    "NoConfig",
                    "2026-11-30T10:00:00Z",
                    "+999999999-12-31T23:59:59Z",
                    "\u0000",
                    "SourceReachable",
                    "c07d557e49f243b6",
                    "Complete");

    @Provide
    Arbitrary<JsonNode> trees() {
        return tree(3);
    }

    private static Arbitrary<JsonNode> tree(int depth) {
        Arbitrary<JsonNode> leaves =
                Arbitraries.oneOf(
                        Arbitraries.of(TEXTS).map(World.JSON.getNodeFactory()::textNode),
                        Arbitraries.of(0L, 1L, -1L, Long.MAX_VALUE)
                                .map(World.JSON.getNodeFactory()::numberNode),
                        Arbitraries.of(true, false).map(World.JSON.getNodeFactory()::booleanNode),
                        Arbitraries.create(World.JSON.getNodeFactory()::nullNode));
        if (depth == 0) {
            return leaves;
        }
        Arbitrary<JsonNode> inner = tree(depth - 1);
        return Arbitraries.oneOf(
                leaves,
                inner.list().ofMaxSize(3).map(items -> World.JSON.createArrayNode().addAll(items)),
                Arbitraries.maps(Arbitraries.of(KEYS), inner)
                        .ofMaxSize(5)
                        .map(it -> World.JSON.createObjectNode().setAll(it)));
    }

    private static void put(ObjectNode object, String key, JsonNode value) {
        object.set(key, value);
    }

    @Property(tries = 150)
    void aDecisionIsMadeWhateverTheModelSays(
            @ForAll("trees") JsonNode spec,
            @ForAll("trees") JsonNode status,
            @ForAll("trees") JsonNode annotation) {
        World world = World.onBoundClaim();
        put(world.model, "spec", spec);
        put(world.model, "status", status);
        world.annotate("drover.dev/extraction", annotation.toString());
        world.annotate("drover.dev/pvc", annotation.toString());

        assertThat(world.decide().intents()).isNotNull();

        world.model.withObject("/metadata").put("deletionTimestamp", "x");
        assertThat(world.decide().intents()).isNotNull();
    }

    @Property(tries = 150)
    void aDecisionIsMadeWhateverOthersSay(
            @ForAll("trees") JsonNode spec,
            @ForAll("trees") JsonNode status,
            @ForAll("trees") JsonNode storage) {
        World world = World.onBoundClaim();
        world.settle();
        world.pod("{}").set("status", status);
        put(world.job(), "status", status);
        world.job().set("spec", spec);
        put(world.storageClass, "volumeBindingMode", storage);
        world.model.withObject("/spec/storage").set("nodeAffinity", storage);
        world.model.withObject("/spec/storage").set("nodeSelector", storage);

        assertThat(world.decide().cause()).isPresent();

        world.jobs.clear();
        assertThat(world.decide().cause()).isPresent();
        put(world.claim, "spec", spec);
        put(world.claim, "status", status);
        assertThat(world.decide().cause()).isPresent();
    }

    @Property(tries = 150)
    void aDecisionIsMadeWhateverAJobLeaves(@ForAll("trees") JsonNode result) {
        World world = World.onBoundClaim();
        world.settle();
        world.after(5).podTerminated(0, result.toString()).jobEnds("Complete", "");

        assertThat(world.settle()).isNotEmpty();
    }

    @Property(tries = 150)
    void aDecisionIsMadeWhateverTheAgentSays(
            @ForAll("trees") JsonNode entry, @ForAll("trees") JsonNode data) {
        World world = World.onBoundClaim();
        world.settings = Settings.agent();
        world.settle();
        world.configMap =
                World.json(
                        "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"namespace\":\"ome\",\"name\":\"x\"}}");
        World.metadata(world.configMap).put("creationTimestamp", world.now.toString());
        world.configMap.set("data", data);
        if (data.isObject()) {
            ((ObjectNode) data).put("llama-demo.basemodel.llama-3-2-1b-instruct", entry.toString());
        }
        world.after(20).jobEnds("Failed", "BackoffLimitExceeded");

        assertThat(world.settle()).isNotEmpty();
    }

    @Property(tries = 300)
    void aDecisionIsMadeWhateverIsRecordedOfAFailure(
            @ForAll("times") String at, @ForAll("times") String next, @ForAll("trees") JsonNode n) {
        World world = World.onBoundClaim();
        ObjectNode extraction = World.JSON.createObjectNode().put("v", 1);
        extraction.put("fp", "c07d557e49f243b6").put("next", next).set("attempts", n);
        extraction.putObject("fail").put("code", "NoConfig").put("at", at);
        world.annotate("drover.dev/extraction", extraction.toString());

        world.settle();

        assertThat(world.state()).isNotEmpty();
        assertThat(world.decide().nextLook()).isPresent();
    }

    @Provide
    Arbitrary<String> times() {
        return Arbitraries.of(
                "",
                "yesterday",
                "-999999999-01-01T00:00:00Z",
                "+999999999-12-31T23:59:59Z",
                "9999-12-31T23:59:59Z",
                "2026-11-30T09:59:59.999Z",
                "2026-11-30T12:00:00Z");
    }
}
