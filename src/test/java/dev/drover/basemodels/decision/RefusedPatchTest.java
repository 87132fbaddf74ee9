package dev.drover.basemodels.decision;

import static dev.drover.basemodels.decision.World.onBoundClaim;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.basemodels.settings.BasemodelsKeys;
import dev.drover.intents.Outcome;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A model that may not be patched: what was found cannot be kept, and the status says why. */
class RefusedPatchTest {
    private static final String LLAMA = "{\"modelType\":\"llama\"}";

    private static World refusing(String intent, Outcome outcome, int code, String message) {
        World world = onBoundClaim();
        world.settle();
        world.after(5);
        world.refusals.put(intent, new World.Refused(outcome, code, message));
        world.requests.clear();
        return world;
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    DENIED    | 403 | JobDenied       | In_Transit | an admission policy or webhook refused the patch of the model.
                    FORBIDDEN | 403 | CreateForbidden | Failed     | RBAC does not allow Drover to patch basemodels.ome.io in namespace llama-demo.
                    INVALID   | 422 | JobInvalid      | Failed     | the patch of the model was refused as invalid.
                    """)
    void aRefusedPatchOfTheModelReachesTheStatus(
            Outcome outcome, int code, String cause, String state, String why) {
        World world = refusing("PatchSpec", outcome, code, "policy says no").jobSucceeds(LLAMA);

        world.pass();
        world.pass();
        assertThat(world.requests).containsExactly("PatchSpec", "PatchStatus", "PatchSpec");
        assertThat(world.state()).isEqualTo(state);
        assertThat(world.message())
                .isEqualTo(
                        "%s: What Job llama-demo/%s found cannot be written: %s | policy says no"
                                .formatted(cause, world.created.get(0), why));

        world.requests.clear();
        world.pass();
        assertThat(world.requests).as("shown once, tried again").containsExactly("PatchSpec");

        world.refusals.clear();
        assertThat(world.settle()).containsExactly("PatchSpec", "PatchStatus");
        assertThat(world.message()).startsWith("MetadataExtracted: ");
        assertThat(world.events).containsExactly("JobCreated", cause, "MetadataExtracted");
    }

    @Test
    void aFailureThatCannotBeRecordedIsShownToo() {
        World world =
                refusing("PatchAnnotations", Outcome.DENIED, 403, "policy says no")
                        .jobFails(11, "NoConfig");

        world.pass();
        world.pass();

        assertThat(world.message()).startsWith("JobDenied: What Job llama-demo/");
        world.refusals.clear();
        world.settle();
        assertThat(world.message()).startsWith("NoConfig: ");
    }

    @Test
    void noOtherJobReadsTheSameFilesWhileTheirResultMayNotBeKept() {
        World world = refusing("PatchSpec", Outcome.DENIED, 403, "no").jobSucceeds(LLAMA);
        world.pass();
        world.pass();

        world.after(Duration.ofHours(1)).jobs.clear();
        world.pods.clear();
        assertThat(world.settle()).as("the Job has expired").isEmpty();
        assertThat(world.decide().nextLook()).contains(Duration.ofHours(5));
        assertThat(world.message()).startsWith("JobDenied: What Job llama-demo/");

        world.refusals.clear();
        assertThat(world.after(Duration.ofHours(5)).settle()).contains("CreateJob");
        world.after(5).jobSucceeds(LLAMA).settle();
        assertThat(world.message()).startsWith("MetadataExtracted: ");
    }

    @Test
    void anEditOrTheAnnotationAsksAtOnce() {
        World world = refusing("PatchSpec", Outcome.DENIED, 403, "no").jobSucceeds(LLAMA);
        world.settings = Settings.changing().with(BasemodelsKeys.SLOW_RETRY, Duration.ZERO).build();
        world.pass();
        world.pass();
        world.jobs.clear();
        world.pods.clear();
        assertThat(world.after(Duration.ofDays(9)).settle()).isEmpty();
        world.refusals.clear();

        assertThat(world.annotate("drover.dev/re-extract", "1").settle()).contains("CreateJob");
    }

    @Test
    void whatPassesByItselfIsNotShown() {
        World world = refusing("PatchSpec", Outcome.ERROR, 503, "try again").jobSucceeds(LLAMA);

        world.pass();
        world.pass();

        assertThat(world.requests).containsExactly("PatchSpec", "PatchSpec");
        assertThat(world.message()).startsWith("JobCreated: ");
    }
}
