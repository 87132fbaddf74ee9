package dev.drover.basemodels.decision;

import static dev.drover.basemodels.decision.World.baseModel;
import static dev.drover.basemodels.decision.World.onBoundClaim;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.basemodels.objects.WarningEvent;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is written into a status, and when nothing is (spec basemodels 1 and 5.5). */
class StatusTest {
    private static World ready() {
        World world = onBoundClaim();
        world.settle();
        world.after(5).jobSucceeds("{\"modelType\":\"llama\"}").settle();
        return world;
    }

    @Test
    void timesMoveOnlyWithTheStatusOfTheCondition() {
        World world = onBoundClaim();
        world.settle();
        String since = "2026-11-30T10:00:00Z";
        assertThat(world.condition("Ready").path("lastTransitionTime").asText()).isEqualTo(since);

        world.after(30).jobFails(11, "NoConfig").settle();
        assertThat(world.condition("Ready").path("reason").asText())
                .isEqualTo("PVCMetadataExtractionFailed");
        assertThat(world.condition("Ready").path("lastTransitionTime").asText()).isEqualTo(since);

        world.annotate("drover.dev/re-extract", "1").settle();
        world.after(30).jobSucceeds("{}").settle();
        assertThat(world.condition("Ready").path("lastTransitionTime").asText())
                .isEqualTo("2026-11-30T10:01:00Z");
        assertThat(world.condition("SourceReachable").path("lastTransitionTime").asText())
                .isEqualTo(since);
    }

    @Test
    void everyConditionTellsOfThePresentGeneration() {
        World world = ready();
        ((ObjectNode) world.condition("MetadataExtracted")).remove("observedGeneration");

        assertThat(world.settle()).containsExactly("PatchStatus");
        assertThat(world.condition("MetadataExtracted").path("observedGeneration").asLong())
                .isEqualTo(world.model.at("/metadata/generation").asLong());
    }

    @Test
    void conditionsOfOthersAreCopiedToTheByte() {
        World world = onBoundClaim();
        ObjectNode status = world.model.putObject("status").put("state", "Failed");
        JsonNode foreign =
                World.json("{\"type\":\"Lunch\",\"status\":\"True\",\"odd\":{\"b\":1,\"a\":[2]}}");
        ArrayNode conditions = status.putArray("conditions");
        conditions.add(foreign);

        world.settle();
        world.after(5).jobSucceeds("{}").settle();

        assertThat(world.model.at("/status/conditions").path(0)).isEqualTo(foreign);
        assertThat(world.model.at("/status/conditions")).hasSize(4);
    }

    @Test
    void whatTheModelAgentLeftIsClearedWithTheFirstPatchOnly() {
        World world = onBoundClaim();
        ObjectNode status = world.model.putObject("status").put("state", "In_Transit");
        status.putArray("nodesReady").add("node-1");
        status.putArray("nodesFailed");
        status.put("lifecycle", "Public");

        world.settle();

        assertThat(world.model.path("status").has("nodesReady")).isFalse();
        assertThat(world.model.at("/status/lifecycle").asText()).isEqualTo("Public");
        world.model.withObject("/status").putArray("nodesReady").add("node-2");
        assertThat(world.settle()).as("no fight over it").isEmpty();
    }

    @Test
    void changingWordsOfOthersCauseNoWrite() {
        World world =
                baseModel("pvc://model-storage/p")
                        .withClaim("llama-demo", "model-storage", "Pending");
        String uid = world.claim.at("/metadata/uid").asText();
        world.warnings.put(uid, new WarningEvent("ProvisioningFailed", "try 1", world.now));
        world.settle();
        assertThat(world.message()).endsWith(" | ProvisioningFailed: try 1");

        world.warnings.put(uid, new WarningEvent("ProvisioningFailed", "try 2", world.now));

        assertThat(world.settle()).isEmpty();
    }

    @Test
    void aMessageIsOneLineOfAtMost1024Characters() {
        String words = "a\u0000b\r\nc\u0085".repeat(400);

        String message = Verdict.of(Cause.JOB_DENIED, "x".repeat(900)).withExcerpt(words).message();

        assertThat(message).hasSizeLessThanOrEqualTo(1024).contains(" | a b c ");
        assertThat(message.chars()).noneMatch(Character::isISOControl);
        assertThat(Verdict.of(Cause.JOB_DENIED, "x".repeat(2000)).withExcerpt(words).message())
                .hasSize(1024)
                .doesNotContain(" | ");
    }

    @Test
    void aStatusThatIsResetIsRestoredThreeTimesAndThenRarely() {
        World world = ready().after(Duration.ofHours(1));
        int events = world.events.size();
        int writes = 0;
        for (int second = 1; second <= 3600; second++) {
            world.model.withObject("/status").put("state", "In_Transit");
            writes += world.after(1).pass().intents().size();
        }

        assertThat(writes).isEqualTo(3 + 5);
        assertThat(world.events.subList(events, world.events.size()))
                .containsExactly("StatusContended");
        assertThat(world.decide().cause()).contains(Cause.STATUS_CONTENDED);
        assertThat(world.decide().line()).isEmpty();
    }

    @Test
    void aContentionThatEndedIsForgotten() {
        World world = ready();
        for (int second = 1; second <= 10; second++) {
            world.model.withObject("/status").put("state", "In_Transit");
            world.after(1).pass();
        }
        assertThat(world.state()).isEqualTo("In_Transit");
        Duration look = world.decide().nextLook().orElseThrow();

        assertThat(world.after(look).settle()).containsExactly("PatchStatus");
        assertThat(world.decide().cause()).contains(Cause.METADATA_EXTRACTED);
        world.after(Duration.ofMinutes(11)).settle();

        world.model.withObject("/status").put("state", "In_Transit");
        assertThat(world.settle()).as("as if nothing had been").containsExactly("PatchStatus");
        world.model.withObject("/status").put("state", "In_Transit");
        assertThat(world.settle()).containsExactly("PatchStatus");
    }

    @Test
    void editsOfAUserAreNoContention() {
        World world = ready();
        for (int edit = 1; edit <= 8; edit++) {
            world.after(1).edit("{\"displayName\":\"%d\"}".formatted(edit));
            assertThat(world.settle()).containsExactly("PatchStatus");
        }
        assertThat(world.events).doesNotContain("StatusContended");
    }

    @Test
    void anOldCrdKeepsTheStateAndTheAnnotationTellsTheRest() {
        World world = onBoundClaim();
        world.conditionsSupported = false;

        assertThat(world.settle())
                .containsExactly(
                        "CreateServiceAccount", "CreateJob", "PatchAnnotations", "PatchStatus");
        assertThat(world.model.path("status")).isEqualTo(World.json("{\"state\":\"In_Transit\"}"));
        assertThat(world.annotation("drover.dev/pvc").path("cause").asText())
                .isEqualTo("JobCreated");
        assertThat(world.annotation("drover.dev/pvc").path("phase").asText()).isEqualTo("Bound");

        world.after(5).jobSucceeds("{\"modelType\":\"llama\"}");
        assertThat(world.settle()).containsExactly("PatchSpec", "PatchAnnotations", "PatchStatus");
        assertThat(world.state()).isEqualTo("Ready");
        assertThat(world.annotation("drover.dev/pvc").path("message").asText())
                .startsWith("MetadataExtracted: ");
        assertThat(world.events).containsExactly("JobCreated", "MetadataExtracted");
        assertThat(world.restarted().settle()).isEmpty();
        assertThat(world.edit("{\"displayName\":\"x\"}").settle()).isEmpty();
    }

    @Test
    void anOldCrdTellsOfAnInvalidUriToo() {
        World world = baseModel("pvc://nonsense");
        world.conditionsSupported = false;

        assertThat(world.settle()).containsExactly("PatchAnnotations", "PatchStatus");
        assertThat(world.annotation("drover.dev/pvc").path("message").asText())
                .startsWith("UriInvalid: NoPath");
        assertThat(world.settle()).isEmpty();
    }

    @Test
    void theLogLineSaysWhatAndWhy() {
        World world = onBoundClaim();

        LogLine line = world.pass().line().orElseThrow();

        assertThat(line.warning()).isFalse();
        assertThat(line.text())
                .isEqualTo(
                        "Reconciling BaseModel: llama-demo/llama-3-2-1b-instruct: JobCreated"
                                + " (In_Transit): Job"
                                + " llama-demo/llama-3-2-1b-instruct-metadata-5da5816b38 reads the"
                                + " model's configuration. -> PatchAnnotations, CreateServiceAccount,"
                                + " CreateJob, PatchStatus");
        assertThat(world.pass().line()).isEmpty();
    }

    @Test
    void annotationsStayBelowTwoKibibytes() {
        World world =
                baseModel("pvc://model-storage/" + "模/".repeat(1000))
                        .withClaim("llama-demo", "model-storage", "Bound");
        world.settle();
        String failure =
                world.failure(11, "NoConfig").replace("It went wrong", "\\\"模".repeat(300));
        world.after(5).podTerminated(11, failure).jobEnds("Failed", "PodFailurePolicy");

        assertThat(world.settle()).containsExactly("PatchAnnotations", "PatchStatus");

        world.model
                .at("/metadata/annotations")
                .forEach(
                        text ->
                                assertThat(text.asText().getBytes(UTF_8))
                                        .hasSizeLessThanOrEqualTo(2048));
        assertThat(world.restarted().settle()).as("the same when it is read again").isEmpty();
        world.jobs.clear();
        assertThat(world.settle()).isEmpty();
    }
}
