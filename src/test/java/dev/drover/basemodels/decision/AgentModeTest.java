package dev.drover.basemodels.decision;

import static dev.drover.basemodels.decision.World.onBoundClaim;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.intents.Intent;
import dev.drover.kubernetes.ObjectKey;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The mode {@code ome-agent}: the same state machine with a ConfigMap as result (section 9). */
class AgentModeTest {
    private static final String KEY = "llama-demo.basemodel.llama-3-2-1b-instruct";
    private static final String FINALIZER = "drover.dev/basemodels";
    private static final String READY =
            "{\"name\":\"llama-3-2-1b-instruct\",\"status\":\"Ready\",\"config\":{\"modelType\":\"llama\","
                    + "\"modelFormat\":{\"name\":\"safetensors\",\"version\":\"1.0.0\"},"
                    + "\"modelFramework\":{\"name\":\"\",\"version\":\"\"},\"modelParameterSize\":\"0\","
                    + "\"maxTokens\":131072,\"modelCapabilities\":[\"\"],\"quantization\":\"\","
                    + "\"artifact\":{\"sha\":\"x\"}}}";

    private static World model() {
        World world = onBoundClaim();
        world.settings = Settings.agent();
        return world;
    }

    private static World running() {
        World world = model();
        world.settle();
        return world.after(5);
    }

    private static World reports(World world, String key, String entry) {
        world.configMap = World.json("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\"}");
        world.configMap
                .putObject("metadata")
                .put("namespace", "ome")
                .put("name", "pvc-metadata-79c86d4d")
                .put("uid", "cm-" + world.now)
                .put("creationTimestamp", world.now.toString())
                .putObject("annotations")
                .put("models.ome/pvc-metadata-last-error", "disk on fire");
        world.configMap.putObject("data").put(key, entry);
        return world;
    }

    private static JsonNode finalizers(World world) {
        return world.model.at("/metadata/finalizers");
    }

    @Test
    void bindsTheModelBeforeItsFirstJob() {
        World world = model().finalizer("ome.io/other");

        assertThat(world.settle())
                .containsExactly(
                        "PatchFinalizers",
                        "PatchAnnotations",
                        "CreateServiceAccount",
                        "CreateRoleBinding",
                        "CreateJob",
                        "PatchStatus");
        assertThat(finalizers(world).toString())
                .isEqualTo("[\"ome.io/other\",\"" + FINALIZER + "\"]");
        assertThat(world.created).containsExactly("llama-3-2-1b-instruct-metadata-5da5816b38");
    }

    @Test
    void letsTheAgentWriteInItsOwnNamespace() {
        Intent.Create binding =
                model().decide().intents().stream()
                        .filter(it -> it.name().equals("CreateRoleBinding"))
                        .map(Intent.Create.class::cast)
                        .findFirst()
                        .orElseThrow();

        assertThat(binding.target().toString()).isEqualTo("ome/ome-model-metadata-llama-demo");
        assertThat(binding.existing()).isEqualTo(Intent.Existing.ACCEPTED);
        assertThat(binding.object().at("/roleRef/name").asText())
                .isEqualTo("drover-metadata-agent");
        assertThat(binding.object().at("/subjects/0").toString())
                .isEqualTo(
                        "{\"kind\":\"ServiceAccount\",\"name\":\"ome-model-metadata\",\"namespace\":\"llama-demo\"}");
    }

    @Test
    void takesTheEntryOnceTheJobIsOverAndDropsWhatGoLeavesEmpty() {
        World world = reports(running(), KEY, READY);
        assertThat(world.settle()).as("the Job may be repeated").isEmpty();

        world.jobEnds("Complete", "");

        assertThat(world.settle()).containsExactly("PatchSpec", "PatchStatus");
        assertThat(world.reads).as("its Pod tells nothing more").isEmpty();
        assertThat(world.state()).isEqualTo("Ready");
        ObjectNode spec = world.model.get("spec").deepCopy();
        spec.remove("storage");
        assertThat(spec)
                .isEqualTo(
                        World.json(
                                "{\"modelType\":\"llama\",\"maxTokens\":131072,"
                                        + "\"modelFormat\":{\"name\":\"safetensors\",\"version\":\"1.0.0\"}}"));
    }

    @Test
    void aResultCountsWhenTheJobFailedInTheEnd() {
        World world = reports(running(), KEY, READY).jobEnds("Failed", "BackoffLimitExceeded");

        assertThat(world.settle()).containsExactly("PatchSpec", "PatchStatus");
    }

    @Test
    void aFailureCountsOnlyWhenTheJobFailed() {
        String failed = READY.replace("\"Ready\"", "\"Failed\"");
        World world = reports(running(), KEY, failed);
        assertThat(world.settle()).isEmpty();

        world.jobEnds("Failed", "BackoffLimitExceeded").settle();

        assertThat(world.message())
                .startsWith("AgentReported: ")
                .contains("Next attempt at")
                .endsWith(" | disk on fire");
        assertThat(world.annotation("drover.dev/extraction").path("next").asText()).isNotEmpty();
        assertThat(world.events).containsExactly("JobCreated", "AgentReported");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "nothing at all     | -                                                            "
                        + "    | ResultMissing",
                "another model's    | {\"name\":\"other\",\"status\":\"Ready\",\"config\":{}}      "
                        + "    | ResultMissing",
                "no JSON            | {                                                            "
                        + "    | ResultMissing",
                "still at it        | {\"name\":\"llama-3-2-1b-instruct\",\"status\":\"Updating\"} "
                        + "    | ResultInvalid",
                "no config          | {\"name\":\"llama-3-2-1b-instruct\",\"status\":\"Ready\"}    "
                        + "    | ResultInvalid"
            })
    void aCompleteJobWithoutAUsableEntryFailedAfterTenSeconds(
            String because, String entry, String cause) {
        World world = running();
        if (entry != null) {
            reports(world, "shortened-key", entry);
        }
        world.jobEnds("Complete", "").after(9);
        assertThat(world.settle()).isEmpty();

        world.after(1).settle();

        assertThat(world.message())
                .startsWith(cause + ": ")
                .contains("ConfigMap ome/pvc-metadata-79c86d4d");
    }

    @Test
    void findsTheEntryOfAShortenedKeyByTheModelsName() {
        World world = reports(running(), "llama-demo.basemodel.llama-3~1", READY);

        world.jobEnds("Complete", "");

        assertThat(world.settle()).containsExactly("PatchSpec", "PatchStatus");
    }

    @Test
    void anOldConfigMapNeverDecides() {
        World world = reports(model(), KEY, READY).after(60);

        assertThat(world.settle())
                .containsExactly(
                        "PatchFinalizers",
                        "PatchAnnotations",
                        "DeleteConfigMap",
                        "CreateServiceAccount",
                        "CreateRoleBinding",
                        "CreateJob",
                        "PatchStatus");

        reports(world, KEY, READY);
        World.metadata(world.configMap)
                .put("creationTimestamp", world.now.minusSeconds(1).toString());
        world.jobEnds("Complete", "");
        assertThat(world.settle()).containsExactly("DeleteConfigMap");
        assertThat(world.state()).isEqualTo("In_Transit");
    }

    @Test
    void waitsForAnEarlierAgentThatStillRuns() {
        World world = running();
        world.pod("{\"phase\":\"Running\"}");
        ObjectNode pod = world.pods.values().iterator().next();

        world.storedAt("pvc://model-storage/other");
        world.pass();
        world.pods.put(ObjectKey.parse("llama-demo/old"), pod);
        world.settle();

        assertThat(world.created).hasSize(1);
        assertThat(world.message()).startsWith("JobTerminating: ").contains("still runs");
        assertThat(world.decide().nextLook()).contains(Duration.ofSeconds(2));

        world.pods.clear();
        assertThat(world.settle()).contains("CreateJob");
    }

    @Test
    void aDeletedModelTakesTheConfigMapAlong() {
        World world = reports(running(), KEY, READY).jobEnds("Complete", "").finalizer("ome.io/x");
        world.settle();
        world.claim = null;

        world.modelDeleted();

        assertThat(world.settle())
                .containsExactly("DeleteJob", "DeleteConfigMap", "PatchFinalizers");
        assertThat(finalizers(world).toString()).isEqualTo("[\"ome.io/x\"]");
    }

    @Test
    void aModelThatLeavesIsReleased() {
        World world = reports(running(), KEY, READY).jobEnds("Complete", "");
        world.settle();

        world.storedAt("hf://org/model");

        assertThat(world.settle())
                .containsExactly(
                        "DeleteJob",
                        "DeleteConfigMap",
                        "PatchStatus",
                        "PatchSpec",
                        "PatchFinalizers");
        assertThat(finalizers(world)).isEmpty();
        assertThat(world.settle()).isEmpty();
    }

    @Test
    void neverTouchesTheConfigMapOfAModelThatIsNotOurs() {
        World world = reports(World.baseModel("hf://org/model"), KEY, READY);
        world.settings = Settings.agent();

        assertThat(world.settle()).isEmpty();
        assertThat(world.modelDeleted().settle()).isEmpty();
        world.gone = true;
        assertThat(world.settle()).isEmpty();
    }

    @Test
    void aRunningJobIsReadByTheExtractorThatItWasMadeFor() {
        World nativeJob = onBoundClaim();
        nativeJob.settle();
        nativeJob.settings = Settings.agent();
        nativeJob.after(5).jobSucceeds("{\"modelType\":\"llama\"}");
        assertThat(nativeJob.settle()).containsExactly("PatchSpec", "PatchStatus");

        World agentJob = reports(running(), KEY, READY).jobEnds("Complete", "");
        agentJob.settings = Settings.defaults();
        assertThat(agentJob.settle()).containsExactly("PatchSpec", "PatchStatus");
    }

    @Test
    void switchingTheModeReadsNothingAnew() {
        World world = onBoundClaim();
        world.settle();
        world.after(5).jobSucceeds("{\"modelType\":\"llama\"}").settle();

        world.settings = Settings.agent();

        assertThat(world.settle()).isEmpty();
    }

    @Test
    void removingTheFinalizerDoesNotDependOnTheMode() {
        World world = running();
        world.settings = Settings.defaults();

        world.modelDeleted();

        assertThat(world.settle()).containsExactly("DeleteJob", "PatchFinalizers");
        assertThat(world.modelRemoved).isTrue();
    }
}
