package dev.drover.basemodels.decision;

import static dev.drover.basemodels.decision.World.baseModel;
import static dev.drover.basemodels.decision.World.clusterBaseModel;
import static dev.drover.basemodels.decision.World.onBoundClaim;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The state machine from state to state (spec basemodels 5.6): which writes, in which order. */
class TransitionsTest {
    private static final String LLAMA = "{\"modelType\":\"llama\",\"maxTokens\":131072}";
    private static final String PVC = "drover.dev/pvc";
    private static final String EXTRACTION = "drover.dev/extraction";

    private static World ready() {
        World world = onBoundClaim();
        world.settle();
        world.after(5).jobSucceeds(LLAMA);
        world.settle();
        assertThat(world.state()).isEqualTo("Ready");
        return world;
    }

    private static World failed() {
        World world = onBoundClaim();
        world.settle();
        world.after(5).jobFails(11, "NoConfig");
        world.settle();
        assertThat(world.state()).isEqualTo("Failed");
        return world;
    }

    @Test
    void aNewModelOnABoundClaimGetsAJob() {
        World world = onBoundClaim();

        assertThat(world.settle())
                .containsExactly(
                        "PatchAnnotations", "CreateServiceAccount", "CreateJob", "PatchStatus");

        assertThat(world.created).containsExactly("llama-3-2-1b-instruct-metadata-5da5816b38");
        assertThat(world.state()).isEqualTo("In_Transit");
        assertThat(world.message()).startsWith("JobCreated: ");
        assertThat(world.annotation(PVC).toString())
                .isEqualTo(
                        "{\"namespace\":\"llama-demo\",\"name\":\"model-storage\","
                                + "\"uid\":\"0d9c8b7a-6655-4433-2211-00ffeeddccbb\",\"phase\":\"Bound\","
                                + "\"accessModes\":[\"ReadWriteMany\"],\"volumeMode\":\"Filesystem\","
                                + "\"storageClass\":\"fast\",\"capacity\":\"10Gi\","
                                + "\"subPath\":\"llama-3-2-1b-instruct\"}");
    }

    @Test
    void aResultFillsTheFieldsAndMakesTheModelReady() {
        World world = onBoundClaim();
        world.settle();

        world.after(5).jobSucceeds(LLAMA);

        assertThat(world.settle()).containsExactly("PatchSpec", "PatchStatus");
        assertThat(world.state()).isEqualTo("Ready");
        assertThat(world.model.at("/spec/modelType").asText()).isEqualTo("llama");
        assertThat(world.condition("Ready").path("observedGeneration").asLong())
                .isEqualTo(world.model.at("/metadata/generation").asLong())
                .isEqualTo(2);
        assertThat(world.events).containsExactly("JobCreated", "MetadataExtracted");
        assertThat(world.annotation(EXTRACTION).toString())
                .isEqualTo(
                        "{\"v\":1,\"fp\":\"c07d557e49f243b6\",\"done\":true,"
                                + "\"fields\":{\"maxTokens\":\"f1de6347\",\"modelType\":\"1f50ec60\"},"
                                + "\"attempts\":0,"
                                + "\"job\":\"llama-demo/llama-3-2-1b-instruct-metadata-5da5816b38\","
                                + "\"jobUid\":\"job-llama-3-2-1b-instruct-metadata-5da5816b38\","
                                + "\"at\":\"2026-11-30T10:00:05Z\",\"foundAt\":\"config.json\"}");
    }

    @Test
    void aReadyModelIsNeverWrittenAgain() {
        World world = ready();
        JsonNode settled = world.model.deepCopy();

        world.jobs.clear();
        world.pods.clear();
        assertThat(world.after(Duration.ofHours(1)).settle()).as("Job expired").isEmpty();
        assertThat(world.restarted().settle()).as("restart, leader change").isEmpty();
        assertThat(world.reads).as("live reads").isEmpty();
        assertThat(world.model).isEqualTo(settled);
        assertThat(world.decide().nextLook()).isEmpty();
    }

    @Test
    void aNewModelWithoutItsClaimWaits() {
        World world = baseModel("pvc://model-storage/llama");

        assertThat(world.settle()).containsExactly("PatchAnnotations", "PatchStatus");

        assertThat(world.state()).isEqualTo("Failed");
        assertThat(world.message()).startsWith("ClaimNotFound: ");
        assertThat(world.annotation(PVC).toString())
                .isEqualTo(
                        "{\"namespace\":\"llama-demo\",\"name\":\"model-storage\",\"subPath\":\"llama\"}");
    }

    @Test
    void theClaimOfAWaitingModelArrives() {
        World world = baseModel("pvc://model-storage/llama-3-2-1b-instruct");
        world.settle();

        world.withClaim("llama-demo", "model-storage", "Pending");
        assertThat(world.settle()).containsExactly("PatchAnnotations", "PatchStatus");
        assertThat(world.message()).startsWith("ClaimPending: ");

        world.withClaim("llama-demo", "model-storage", "Bound");
        assertThat(world.settle())
                .containsExactly(
                        "PatchAnnotations", "CreateServiceAccount", "CreateJob", "PatchStatus");
    }

    @Test
    void anEditToNonsenseEndsTheJob() {
        World world = onBoundClaim();
        world.settle();

        world.storedAt("pvc://model-storage/../x");

        assertThat(world.settle()).containsExactly("DeleteJob", "PatchAnnotations", "PatchStatus");
        assertThat(world.annotation(PVC).isMissingNode()).isTrue();
        assertThat(world.message()).startsWith("UriInvalid: Traversal");
    }

    @Test
    void aCorrectedUriGetsItsJob() {
        World world = onBoundClaim().storedAt("pvc://model-storage");
        world.settle();
        assertThat(world.message()).startsWith("UriInvalid: NoPath");

        world.storedAt("pvc://model-storage/llama-3-2-1b-instruct");

        assertThat(world.settle())
                .containsExactly(
                        "PatchAnnotations", "CreateServiceAccount", "CreateJob", "PatchStatus");
    }

    @Test
    void aClaimThatVanishesFailsTheModel() {
        World world = ready();

        world.claim = null;

        assertThat(world.settle()).containsExactly("DeleteJob", "PatchStatus");
        assertThat(world.state()).isEqualTo("Failed");
        assertThat(world.condition("Ready").path("reason").asText()).isEqualTo("PVCNotFound");
    }

    @Test
    void theSameClaimBackMakesTheModelReadyWithoutAJob() {
        World world = ready();
        ObjectNode claim = world.claim;
        world.claim = null;
        world.settle();
        int jobs = world.created.size();

        world.claim = claim;

        assertThat(world.settle()).containsExactly("PatchStatus");
        assertThat(world.state()).isEqualTo("Ready");
        assertThat(world.created).hasSize(jobs);
    }

    @Test
    void aClaimOfTheSameNameIsAnotherClaim() {
        World world = ready();

        World.metadata(world.claim).put("uid", "another");

        assertThat(world.settle())
                .containsExactly(
                        "DeleteJob",
                        "PatchAnnotations",
                        "CreateServiceAccount",
                        "CreateJob",
                        "PatchStatus");
        assertThat(world.state()).isEqualTo("In_Transit");
    }

    @Test
    void aTerminatingClaimLosesItsJobsAtOnce() {
        World world = ready();

        World.metadata(world.claim).put("deletionTimestamp", world.now.toString());

        assertThat(world.settle()).containsExactly("DeleteJob", "PatchStatus");
        assertThat(world.message()).startsWith("ClaimTerminating: ");
    }

    @Test
    void aNewPathIsReadAnewAndShowsReadyOnlyThen() {
        World world = ready();
        String first = world.fingerprint();

        world.storedAt("pvc://model-storage/other");
        assertThat(world.settle())
                .containsExactly(
                        "DeleteJob",
                        "PatchAnnotations",
                        "CreateServiceAccount",
                        "CreateJob",
                        "PatchStatus");
        assertThat(world.state()).isEqualTo("In_Transit");
        assertThat(world.fingerprint()).isNotEqualTo(first);

        String ofTheFirst =
                "{\"v\":1,\"fp\":\"%s\",\"ok\":true,\"fields\":{},\"parameterSource\":\"none\"}"
                        .formatted(first);
        world.after(3).podTerminated(0, ofTheFirst);
        world.settle();
        assertThat(world.state()).as("a result for another path").isEqualTo("In_Transit");

        world.after(3).jobSucceeds("{\"modelType\":\"qwen2\"}");
        assertThat(world.settle()).containsExactly("PatchSpec", "PatchStatus");
        assertThat(world.model.at("/spec/modelType").asText()).isEqualTo("qwen2");
        assertThat(world.model.path("spec").has("maxTokens")).as("ours, not found now").isFalse();
    }

    @Test
    void aNewWishIsReadAnew() {
        World world = ready();

        world.annotate("drover.dev/re-extract", "please");

        assertThat(world.settle())
                .containsExactly("DeleteJob", "CreateServiceAccount", "CreateJob", "PatchStatus");
    }

    @Test
    void aFailedJobIsRecordedAndTriedAgainWhenItsTimeHasCome() {
        World world = onBoundClaim();
        world.settle();

        world.after(5).jobFails(20, "ExtractorFailed");
        assertThat(world.settle()).containsExactly("PatchAnnotations", "PatchStatus");
        assertThat(world.message())
                .isEqualTo(
                        ("ExtractorFailed: Job llama-demo/%s failed (PodFailurePolicy, exit code"
                                        + " 20). See the logs of its Pods. Next attempt at"
                                        + " 2026-11-30T10:05:28Z. | It went wrong. Do better.")
                                .formatted(world.created.get(0)));
        assertThat(world.decide().nextLook()).contains(Duration.ofSeconds(323));
        assertThat(world.after(322).settle()).isEmpty();

        assertThat(world.after(1).settle())
                .containsExactly("CreateServiceAccount", "CreateJob", "PatchStatus");
        assertThat(world.created)
                .containsExactly(
                        "llama-3-2-1b-instruct-metadata-5da5816b38",
                        "llama-3-2-1b-instruct-metadata-3acc162f58");
    }

    @Test
    void aNewPathShowsNothingOfAnOldFailure() {
        World world = failed();

        world.storedAt("pvc://model-storage/other");
        world.settle();

        assertThat(world.message()).startsWith("JobCreated: ");
        world.after(5).jobFails(20, "ExtractorFailed");
        world.settle();
        assertThat(world.annotation(EXTRACTION).path("attempts").asInt()).isEqualTo(1);
    }

    @Test
    void aJobDeletedByHandIsCreatedAgain() {
        World world = onBoundClaim();
        world.settle();

        world.jobs.clear();

        assertThat(world.settle()).containsExactly("CreateServiceAccount", "CreateJob");
        assertThat(world.created).hasSize(2).containsOnly(world.created.get(0));
    }

    @Test
    void aPausedModelDoesNotLeaveBeforeItIsResumed() {
        World world = ready().storedAt("hf://org/m").annotate("drover.dev/mode", "paused");

        Decision decision = world.decide();

        assertThat(decision.intents()).isEmpty();
        assertThat(decision.line()).as("nothing is done, so nothing is said").isEmpty();
        assertThat(world.annotate("drover.dev/mode", "apply").settle()).contains("PatchSpec");
    }

    @Test
    void anEditOfAnotherFieldIsOnlyObserved() {
        World world = ready();

        world.edit("{\"modelType\":\"mine\",\"displayName\":\"Llama\"}");

        assertThat(world.settle()).containsExactly("PatchStatus");
        assertThat(world.model.at("/spec/modelType").asText()).isEqualTo("mine");
        assertThat(world.condition("Ready").path("observedGeneration").asLong())
                .isEqualTo(world.model.at("/status/observedGeneration").asLong())
                .isEqualTo(world.model.at("/metadata/generation").asLong());
    }

    @Test
    void aFieldThatWasClearedStaysEmptyUntilTheNextExtraction() {
        World world = ready();

        world.edit("{\"modelType\":null}");
        world.settle();
        assertThat(world.model.path("spec").has("modelType")).isFalse();

        world.annotate("drover.dev/re-extract", "1").settle();
        world.after(5).jobSucceeds(LLAMA).settle();
        assertThat(world.model.at("/spec/modelType").asText()).isEqualTo("llama");
    }

    @Test
    void whatAUserSetSurvivesEveryExtraction() {
        World world = onBoundClaim().edit("{\"modelType\":\"mine\",\"maxTokens\":1}");
        world.settle();
        world.after(5).jobSucceeds(LLAMA).settle();
        world.annotate("drover.dev/re-extract", "1").settle();
        world.after(5).jobSucceeds(LLAMA).settle();

        assertThat(world.model.at("/spec/modelType").asText()).isEqualTo("mine");
        assertThat(world.model.at("/spec/maxTokens").asInt()).isEqualTo(1);
        assertThat(world.annotation(EXTRACTION).path("fields")).isEmpty();
    }

    @Test
    void aModelThatLeavesIsGivenBack() {
        World world = ready().edit("{\"maxTokens\":7}");
        world.settle();
        JsonNode foreign = World.json("{\"type\":\"Lunch\",\"status\":\"True\"}");
        world.model.withObject("/status").withArray("/conditions").add(foreign);

        world.storedAt("hf://org/llama");

        assertThat(world.settle()).containsExactly("DeleteJob", "PatchStatus", "PatchSpec");
        assertThat(world.model.path("spec").has("modelType")).as("still ours").isFalse();
        assertThat(world.model.at("/spec/maxTokens").asInt()).as("the user's").isEqualTo(7);
        assertThat(world.model.at("/metadata/annotations")).isEmpty();
        assertThat(world.state()).isEqualTo("Ready");
        assertThat(world.model.at("/status/conditions")).containsExactly(foreign);
        assertThat(world.settle()).isEmpty();
    }

    @Test
    void aModelThatComesBackIsReadAnew() {
        World world = ready().storedAt("hf://org/llama");
        world.settle();
        world.model.withObject("/status").putArray("nodesReady").add("node-1");

        world.storedAt("pvc://model-storage/llama-3-2-1b-instruct");

        assertThat(world.settle())
                .containsExactly(
                        "PatchAnnotations", "CreateServiceAccount", "CreateJob", "PatchStatus");
        assertThat(world.model.path("status").has("nodesReady")).isFalse();
    }

    @Test
    void aDeletedModelTakesItsJobAlongPausedOrNot() {
        World world = onBoundClaim();
        world.settle();

        world.annotate("drover.dev/mode", "paused").modelDeleted();

        assertThat(world.settle()).containsExactly("DeleteJob");
    }

    @Test
    void aJobThatIsBeingDeletedIsNotDeletedAgain() {
        World world = onBoundClaim();
        world.settle();
        World.metadata(world.job()).put("deletionTimestamp", world.now.toString());

        world.claim = null;
        assertThat(world.settle()).containsExactly("PatchStatus");

        assertThat(world.storedAt("hf://org/m").settle()).doesNotContain("DeleteJob");
        assertThat(world.modelDeleted().settle()).isEmpty();
    }

    @Test
    void aModelThatIsGoneLeavesNoJobBehind() {
        World world = onBoundClaim();
        world.settle();

        world.gone = true;

        assertThat(world.settle()).containsExactly("DeleteJob");
    }

    @Test
    void aPausedModelIsLeftAlone() {
        World world = onBoundClaim().annotate("drover.dev/mode", "paused");

        assertThat(world.settle()).isEmpty();
        assertThat(world.decide().cause()).isEmpty();
    }

    @Test
    void aModelOfAnotherSourceCausesNothing() {
        World world = World.baseModel("hf://org/model").annotate("drover.dev/mode", "apply");
        world.model.withObject("/status").put("state", "Ready");

        assertThat(world.settle()).isEmpty();
        assertThat(world.modelDeleted().settle()).isEmpty();
        world.gone = true;
        assertThat(world.settle()).isEmpty();
        assertThat(world.reads).isEmpty();
        assertThat(world.events).isEmpty();
    }

    @Test
    void aClusterModelOfAnotherInstanceIsLeftToIt() {
        World world =
                clusterBaseModel("pvc://models:store/a/b").withClaim("models", "store", "Bound");
        world.namespaces = Set.of("team-a");

        assertThat(world.settle()).isEmpty();

        world.storedAt("pvc://mod_els:store/a/b");
        assertThat(world.settle()).as("nobody else could say it").containsExactly("PatchStatus");
    }

    @Test
    void aClusterModelIsReadInTheNamespaceOfItsClaim() {
        World world =
                clusterBaseModel("pvc://models:store/a/b").withClaim("models", "store", "Bound");
        world.settle();
        assertThat(world.jobs.keySet())
                .extracting(Object::toString)
                .containsExactly("models/shared-llama-metadata-fe96e43042");

        world.after(5).jobSucceeds(LLAMA).settle();

        assertThat(world.message())
                .endsWith("InferenceServices using it must run in namespace models.");
    }
}
