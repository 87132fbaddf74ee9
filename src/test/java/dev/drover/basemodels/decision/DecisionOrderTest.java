package dev.drover.basemodels.decision;

import static dev.drover.basemodels.decision.World.baseModel;
import static dev.drover.basemodels.decision.World.onBoundClaim;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.basemodels.settings.BasemodelsKeys;
import dev.drover.basemodels.settings.Extract;
import dev.drover.basemodels.settings.JobKeys;
import dev.drover.basemodels.settings.OtherController;
import dev.drover.kubernetes.ObjectKey;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The order of spec basemodels 5.2: of two rows that apply, the earlier one decides. */
class DecisionOrderTest {
    private static final String FOREIGN = "llama-demo/llama-3-2-1b-instruct-metadata-1a2b3c4d";

    private static World withForeignJob(World world) {
        ObjectNode job =
                World.json(
                        "{\"apiVersion\":\"batch/v1\",\"kind\":\"Job\",\"metadata\":{\"namespace\":\"llama-demo\","
                                + "\"name\":\"llama-3-2-1b-instruct-metadata-1a2b3c4d\",\"uid\":\"foreign\","
                                + "\"labels\":{\"models.ome/model-scope\":\"namespaced\"},"
                                + "\"ownerReferences\":[{\"controller\":true,\"uid\":\"6b0f2a3e-1c52-4d3f-9f5a-0c1d2e3f4a5b\"}]}}");
        world.jobs.put(ObjectKey.parse(FOREIGN), job);
        return world;
    }

    private static World withImage(World world, String image) {
        world.settings = Settings.changing().with(JobKeys.IMAGE, image).build();
        return world;
    }

    @Test
    void deletionComesBeforeAnotherControllersJob() {
        World world = onBoundClaim();
        world.settle();

        withForeignJob(world).modelDeleted();

        assertThat(world.settle()).containsExactly("DeleteJob");
        assertThat(world.jobs.keySet()).containsExactly(ObjectKey.parse(FOREIGN));
    }

    @Test
    void pausedComesBeforeAnotherControllersJob() {
        World world = withForeignJob(onBoundClaim()).annotate("drover.dev/mode", "paused");

        assertThat(world.decide().cause()).isEmpty();
    }

    @Test
    void anotherControllersJobComesBeforeAnInvalidUri() {
        World world = withForeignJob(baseModel("pvc://nonsense"));

        Decision decision = world.pass();

        assertThat(decision.cause()).contains(Cause.OTHER_CONTROLLER);
        assertThat(decision.intents()).isEmpty();
        assertThat(decision.nextLook()).contains(Duration.ofMinutes(10));
    }

    @Test
    void standingDownIsToldOnceAndLastsTwoHoursLongerThanTheJob() {
        World world = withForeignJob(onBoundClaim());

        assertThat(world.pass().line()).hasValueSatisfying(it -> assertThat(it.warning()).isTrue());
        assertThat(world.after(600).pass().line()).isEmpty();
        assertThat(world.events).containsExactly("OtherController");

        world.jobs.clear();
        assertThat(world.after(Duration.ofMinutes(119)).pass().intents()).isEmpty();
        assertThat(world.after(Duration.ofMinutes(1)).settle()).contains("CreateJob");
        assertThat(world.events).containsExactly("OtherController", "JobCreated");
    }

    @Test
    void standingDownCanBeTurnedOff() {
        World world = withForeignJob(onBoundClaim());
        world.settings =
                Settings.changing()
                        .with(BasemodelsKeys.OTHER_CONTROLLER, OtherController.IGNORE)
                        .build();

        assertThat(world.settle()).contains("CreateJob");
    }

    @Test
    void aJobOfOmesWithAnotherNameIsNoOtherController() {
        World world = withForeignJob(onBoundClaim());
        ObjectNode job = world.jobs.remove(ObjectKey.parse(FOREIGN));
        World.metadata(job).put("name", "warm-up");
        world.jobs.put(ObjectKey.parse("llama-demo/warm-up"), job);

        assertThat(world.settle()).contains("CreateJob");
    }

    @Test
    void anInvalidUriComesBeforeSharded() {
        World world = baseModel("pvc://nonsense").edit("{\"distribution\":\"Sharded\"}");

        assertThat(world.decide().cause()).contains(Cause.URI_INVALID);
    }

    @Test
    void shardedComesBeforeTheClaim() {
        World world = baseModel("pvc://c/p").edit("{\"distribution\":\"Sharded\"}");

        assertThat(world.decide().cause()).contains(Cause.SHARDED_NOT_SUPPORTED);
    }

    @Test
    void aClaimThatEndsComesBeforeWhatItIsLike() {
        World world = onBoundClaim().claimPhase("Lost");
        ((ObjectNode) world.claim.get("spec")).put("volumeMode", "Block");
        assertThat(world.decide().cause()).contains(Cause.CLAIM_LOST);

        World.metadata(world.claim).put("deletionTimestamp", "2026-11-30T10:00:00Z");
        assertThat(world.decide().cause()).contains(Cause.CLAIM_TERMINATING);
    }

    @Test
    void whatWasReadOnceComesBeforeSettingsThatSpareTheJob() {
        World world = onBoundClaim();
        world.settle();
        world.after(5).jobSucceeds("{\"modelType\":\"llama\"}").settle();
        world.settings =
                Settings.changing().with(BasemodelsKeys.HONOUR_SKIP_ANNOTATION, true).build();
        world.annotate("ome.oracle.com/skip-config-parsing", "true");

        assertThat(world.decide().cause()).contains(Cause.METADATA_EXTRACTED);
    }

    @Test
    void sparingTheJobComesBeforeItsResult() {
        World world = onBoundClaim();
        world.settle();
        world.after(5).jobSucceeds("{\"modelType\":\"llama\"}");
        world.settings =
                Settings.changing().with(BasemodelsKeys.HONOUR_SKIP_ANNOTATION, true).build();
        world.annotate("ome.oracle.com/skip-config-parsing", "true");

        assertThat(world.settle()).containsExactly("PatchStatus");
        assertThat(world.message()).startsWith("ExtractionSkipped: ");
    }

    @Test
    void oneEmptyFieldIsReasonEnoughForAJob() {
        World world =
                onBoundClaim()
                        .edit(
                                "{\"modelType\":\"a\",\"modelArchitecture\":\"b\",\"modelFormat\":{\"name\":\"c\"},"
                                        + "\"modelFramework\":{\"version\":\"1\"},\"modelParameterSize\":\"1B\","
                                        + "\"maxTokens\":1,\"modelCapabilities\":[\"e\"]}");
        world.settings =
                Settings.changing().with(BasemodelsKeys.EXTRACT, Extract.WHEN_INCOMPLETE).build();

        assertThat(world.settle()).contains("CreateJob");
    }

    @Test
    void aResultComesBeforeTheJobsFailure() {
        World world = onBoundClaim();
        world.settle();

        world.after(5).podTerminated(0, world.success("{}")).jobEnds("Failed", "DeadlineExceeded");

        assertThat(world.settle()).containsExactly("PatchSpec", "PatchStatus");
    }

    @Test
    void aResultComesBeforeTheJobsDeletion() {
        World world = onBoundClaim();
        world.settle();
        World.metadata(world.job()).put("deletionTimestamp", "2026-11-30T10:00:00Z");

        world.after(5).podTerminated(0, world.success("{}"));

        assertThat(world.settle()).containsExactly("PatchSpec", "PatchStatus");
    }

    @Test
    void aRunningJobComesBeforeAMissingImage() {
        World world = onBoundClaim();
        world.settle();

        assertThat(withImage(world, "").settle()).isEmpty();
        assertThat(world.message()).startsWith("JobCreated: ");
    }

    @Test
    void aRecordedFailureComesBeforeAMissingImage() {
        World world = onBoundClaim();
        world.settle();
        world.after(5).jobFails(11, "NoConfig").settle();

        assertThat(withImage(world, "").settle()).isEmpty();
        assertThat(world.message()).startsWith("NoConfig: ");
    }

    @Test
    void aPendingClaimComesBeforeARecordedFailure() {
        World world = onBoundClaim();
        world.settle();
        world.after(5).jobFails(11, "NoConfig").settle();

        world.claimPhase("Pending").settle();

        assertThat(world.message()).startsWith("ClaimPending: ");
    }

    @Test
    void anOldQuestionsJobIsDeletedInEveryLaterRow() {
        World world = onBoundClaim();
        world.settle();

        withImage(world, "").storedAt("pvc://model-storage/other");

        assertThat(world.settle()).containsExactly("DeleteJob", "PatchAnnotations", "PatchStatus");
        assertThat(world.message()).startsWith("ImageMissing: ");
    }
}
