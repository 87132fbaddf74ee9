package dev.drover.basemodels.decision;

import static dev.drover.basemodels.decision.World.onBoundClaim;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.basemodels.settings.BasemodelsKeys;
import dev.drover.intents.Outcome;
import dev.drover.kubernetes.ObjectKey;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How Jobs end, and whose they are (spec basemodels 5.4). */
class JobOutcomesTest {
    private static final String LLAMA = "{\"modelType\":\"llama\"}";
    private static final ObjectKey FIRST =
            ObjectKey.parse("llama-demo/llama-3-2-1b-instruct-metadata-5da5816b38");

    private static World running() {
        World world = onBoundClaim();
        world.settle();
        return world.after(5);
    }

    private static JsonNode extraction(World world) {
        return world.annotation("drover.dev/extraction");
    }

    @Test
    void aResultCountsBeforeTheJobIsComplete() {
        World world = running();

        world.podTerminated(0, world.success(LLAMA));

        assertThat(world.settle()).containsExactly("PatchSpec", "PatchStatus");
    }

    @Test
    void countersAndPhasesDecideNothing() {
        World world = running();

        world.job().putObject("status").put("failed", 7).put("active", 0);
        world.podTerminated(11, world.failure(11, "NoConfig"));

        assertThat(world.settle()).isEmpty();
        assertThat(world.message()).startsWith("JobCreated: ");
    }

    @Test
    void aCompleteJobMayBeAMomentAheadOfItsPod() {
        World world = running().jobEnds("Complete", "");

        assertThat(world.settle()).isEmpty();
        assertThat(world.decide().nextLook()).contains(Duration.ofSeconds(2));
        assertThat(world.reads).extracting(LiveRead::kind).contains("job-pods");

        world.after(9).podTerminated(0, world.success(LLAMA));
        assertThat(world.settle()).containsExactly("PatchSpec", "PatchStatus");
    }

    /** The Job controller takes the Pod away before it says that the Job has failed. */
    @Test
    void whatHeldAJobUpIsShownUntilAnotherPodDoesBetter() {
        World world = running().after(16);
        world.pod(
                container(
                        "{\"waiting\":{\"reason\":\"ImagePullBackOff\",\"message\":\"no such\"}}"));
        world.settle();
        assertThat(world.message()).startsWith("ImagePull: ");

        world.pods.clear();
        assertThat(world.settle()).isEmpty();

        world.pod(container("{\"running\":{}}"));
        world.settle();
        assertThat(world.message()).startsWith("JobCreated: ");
        world.pods.clear();
        assertThat(world.settle()).isEmpty();
    }

    /**
     * Since 1.31 the Job controller says first that a Job will fail, and ends its Pod meanwhile.
     */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    its Pod is as it was    | FailureTarget | {"waiting":{"reason":"ContainerCreating"}}
                    its Pod is being ended  | FailureTarget | {"terminated":{"exitCode":137,"reason":"ContainerStatusUnknown"}}
                    only its Pod tells      |               | {"terminated":{"exitCode":137,"reason":"ContainerStatusUnknown"}}
                    its Pod is gone         | FailureTarget |
                    """)
    void whatHeldAJobUpIsStillKnownAtItsDeadline(String now, String condition, String container) {
        World world = running().after(16);
        world.pod(
                container(
                        "{\"waiting\":{\"reason\":\"CreateContainerConfigError\","
                                + "\"message\":\"failed to prepare subPath for volumeMount\"}}"));
        world.settle();
        assertThat(world.message()).startsWith("SubPathMissing: ");
        world.after(284).pods.clear();
        if (container != null) {
            world.pod(container(container));
        }
        if (condition != null) {
            world.jobEnds(condition, "DeadlineExceeded");
        }

        assertThat(world.settle()).as("no write in between").isEmpty();

        world.jobEnds("Failed", "DeadlineExceeded").settle();
        assertThat(world.message())
                .startsWith("DeadlineExceeded: ")
                .contains(
                        "Last obstacle: SubPathMissing: Directory llama-3-2-1b-instruct does not");
        assertThat(world.events)
                .containsExactly("JobCreated", "SubPathMissing", "DeadlineExceeded");
    }

    private static String container(String state) {
        return "{\"phase\":\"Pending\",\"containerStatuses\":[{\"name\":\"extract\",\"state\":"
                + state
                + "}]}";
    }

    @Test
    void theLastTryTellsWhyTheJobFailed() {
        World world = running().podTerminated(137, "OOMKilled", "");

        world.after(20).podTerminated(20, world.failure(20, "ExtractorFailed"));
        world.jobEnds("Failed", "BackoffLimitExceeded").settle();

        assertThat(extraction(world).at("/fail/code").asText()).isEqualTo("ExtractorFailed");
        assertThat(extraction(world).at("/fail/exit").asInt()).isEqualTo(20);
    }

    @Test
    void sentencesOfTheExtractorAreClosed() {
        World world = running();
        String failure =
                world.failure(11, "NoConfig").replace("Do better.", "see params.json (Meta's)");

        world.podTerminated(11, failure).jobEnds("Failed", "PodFailurePolicy").settle();

        assertThat(world.message())
                .startsWith("NoConfig: It went wrong. see params.json (Meta's). Next attempt at ");
    }

    @Test
    void aResultThatNeedNotRepeatItselfDoesNotHideTheDeadline() {
        World world = running();
        world.podTerminated(20, world.failure(20, "ExtractorFailed"));
        world.jobEnds("Failed", "DeadlineExceeded").settle();

        assertThat(world.message()).startsWith("DeadlineExceeded: Job " + FIRST);
    }

    @Test
    void aFailureOfTheExtractorNamesJobReasonAndExitCode() {
        World world = running();
        world.podTerminated(20, world.failure(20, "ExtractorFailed"));
        world.jobEnds("Failed", "BackoffLimitExceeded").settle();

        assertThat(world.message())
                .startsWith(
                        "ExtractorFailed: Job %s failed (BackoffLimitExceeded, exit code 20)."
                                .formatted(FIRST))
                .endsWith(" | It went wrong. Do better.");
    }

    @Test
    void aFailureForAnotherQuestionIsNotBelieved() {
        World world = running();
        String other = world.failure(11, "NoConfig").replace(world.fingerprint(), "0000");

        world.podTerminated(11, other).jobEnds("Failed", "PodFailurePolicy").settle();

        assertThat(world.message()).startsWith("ExtractorFailed: ").contains("exit code 11");
    }

    @Test
    void wordsOfOthersAreShownButNotCompared() {
        World world = running().podTerminated(1, "java.lang.Error: at Foo\n\tat Bar");
        world.jobEnds("Failed", "BackoffLimitExceeded").settle();

        assertThat(world.message())
                .contains("Next attempt at 2026-11-30T10:05:28Z. | java.lang.Error: at Foo at Bar");
        assertThat(extraction(world).at("/fail/message").asText()).doesNotContain("java.lang");
        world.pods.clear();
        world.jobs.clear();
        assertThat(world.after(10).settle()).isEmpty();
    }

    @Test
    void keepsWhatItFilledThroughEveryFailure() {
        World world = running().jobSucceeds(LLAMA);
        world.settle();
        world.annotate("drover.dev/re-extract", "1").settle();

        world.after(5).jobFails(11, "NoConfig").settle();

        assertThat(extraction(world).at("/fields/modelType").asText()).isEqualTo("1f50ec60");
        assertThat(extraction(world).path("done").asBoolean()).isFalse();
        assertThat(world.model.at("/spec/modelType").asText()).isEqualTo("llama");
    }

    @Test
    void givesUpAfterTheLastAttemptWhenTheSlowRetryIsOff() {
        World world = onBoundClaim();
        world.settings =
                Settings.changing()
                        .with(BasemodelsKeys.MAX_ATTEMPTS, 2)
                        .with(BasemodelsKeys.SLOW_RETRY, Duration.ZERO)
                        .build();
        world.settle();
        world.after(5).jobFails(20, "ExtractorFailed").settle();
        world.after(Duration.ofHours(2)).settle();
        world.after(5).jobFails(20, "ExtractorFailed").settle();

        assertThat(world.message())
                .contains("No further attempt; set annotation drover.dev/re-extract to try again.");
        assertThat(extraction(world).path("attempts").asInt()).isEqualTo(2);
        assertThat(world.after(Duration.ofDays(30)).settle()).isEmpty();
        assertThat(world.decide().nextLook()).isEmpty();

        assertThat(world.annotate("drover.dev/re-extract", "now").settle()).contains("CreateJob");
    }

    @Test
    void aClockThatWasMovedDoesNotParkAModelForYears() {
        World world = running().jobFails(20, "ExtractorFailed");
        world.settle();
        world.now = world.now.minus(Duration.ofDays(3000));

        assertThat(world.settle()).containsExactly("PatchAnnotations", "PatchStatus");

        assertThat(extraction(world).path("next").asText())
                .isEqualTo(world.now.plusSeconds(23226).toString());
        assertThat(world.settle()).isEmpty();
        assertThat(world.after(23226).settle()).contains("CreateJob");
    }

    @Test
    void everyAttemptHasAJobOfItsOwn() {
        World world = onBoundClaim();
        for (int attempt = 1; attempt <= 6; attempt++) {
            world.settle();
            world.after(5).jobFails(20, "ExtractorFailed").settle();
            world.after(Duration.ofHours(7));
        }

        assertThat(world.created).hasSize(6).doesNotHaveDuplicates();
    }

    @Test
    void ourJobThatTheCacheDoesNotKnowYetIsUsed() {
        World world = running();
        world.cached = false;

        assertThat(world.restarted().pass().intents()).extracting("name").contains("CreateJob");
        assertThat(world.pass().intents()).isEmpty();
        assertThat(world.message()).startsWith("JobCreated: ");

        world.cached = true;
        world.after(5).jobSucceeds(LLAMA);
        assertThat(world.settle()).containsExactly("PatchSpec", "PatchStatus");
        assertThat(world.created).hasSize(1);
    }

    @Test
    void aJobThatLostItsLabelIsAdoptedNotReplaced() {
        World world = running();
        ObjectNode labels = (ObjectNode) world.job().at("/metadata/labels");
        labels.remove("app.kubernetes.io/managed-by");

        assertThat(world.settle()).containsExactly("AdoptJob");

        assertThat(labels.path("app.kubernetes.io/managed-by").asText()).isEqualTo("drover");
        assertThat(world.created).hasSize(1);
    }

    /** The watch selects on it: without it no cache shows the Job, and its end is never seen. */
    @Test
    void aJobThatLostTheLabelItIsWatchedByIsAdoptedNotWaitedFor() {
        World world = running();
        ObjectNode labels = (ObjectNode) world.job().at("/metadata/labels");
        labels.remove("models.ome/model-scope");

        assertThat(world.settle()).containsExactly("CreateServiceAccount", "CreateJob", "AdoptJob");

        assertThat(labels.path("models.ome/model-scope").asText()).isEqualTo("namespaced");
        assertThat(world.created).hasSize(1);
        world.after(5).jobSucceeds(LLAMA);
        assertThat(world.settle()).containsExactly("PatchSpec", "PatchStatus");
    }

    @Test
    void aJobThatLostItsComponentIsAdopted() {
        World world = running();
        ObjectNode labels = (ObjectNode) world.job().at("/metadata/labels");
        labels.put("app.kubernetes.io/component", "other");

        assertThat(world.settle()).containsExactly("AdoptJob");

        assertThat(labels.path("app.kubernetes.io/component").asText())
                .isEqualTo("metadata-extraction");
    }

    @Test
    void aJobThatLostItsOwnerIsAdoptedAndKeepsItsOtherOwners() {
        World world = running();
        World.metadata(world.job()).putArray("ownerReferences").addObject().put("uid", "other");

        assertThat(world.settle()).containsExactly("AdoptJob");

        JsonNode owners = world.job().at("/metadata/ownerReferences");
        assertThat(owners).hasSize(2);
        assertThat(owners.path(0).path("uid").asText()).isEqualTo("other");
        assertThat(owners.path(1).path("controller").asBoolean()).isTrue();
    }

    @Test
    void aJobWithNoMarkButItsFingerprintIsFoundByTheCreateAndAdopted() {
        World world = running();
        World.metadata(world.job()).remove("labels");
        World.metadata(world.job()).remove("ownerReferences");

        assertThat(world.settle()).containsExactly("CreateServiceAccount", "CreateJob", "AdoptJob");

        assertThat(world.created).hasSize(1);
        assertThat(world.settle()).isEmpty();
    }

    @Test
    void somebodyElsesJobIsNeverTouched() {
        World world = onBoundClaim();
        ObjectNode theirs =
                World.json(
                        "{\"apiVersion\":\"batch/v1\",\"kind\":\"Job\",\"metadata\":{\"namespace\":\"llama-demo\","
                                + "\"name\":\"llama-3-2-1b-instruct-metadata-5da5816b38\",\"uid\":\"theirs\"}}");
        world.jobs.put(FIRST, theirs.deepCopy());

        world.settle();

        assertThat(world.jobs.get(FIRST)).isEqualTo(theirs);
        assertThat(world.message()).startsWith("JobNameTaken: ");
        assertThat(extraction(world).path("attempts").asInt()).isEqualTo(1);
        world.after(323).settle();
        assertThat(world.created).containsExactly("llama-3-2-1b-instruct-metadata-3acc162f58");
        assertThat(world.jobs.get(FIRST)).isEqualTo(theirs);
    }

    @Test
    void aJobOfThisNameForAnotherQuestionIsNotOurs() {
        World world = running();
        ((ObjectNode) world.job().at("/metadata/annotations"))
                .put("drover.dev/fingerprint", "0123456789abcdef");

        world.settle();

        assertThat(world.message()).startsWith("JobNameTaken: ");
    }

    @Test
    void aRefusalOfWhatWasEditedSinceIsNotShown() {
        World world = onBoundClaim();
        world.refusals.put("CreateJob", new World.Refused(Outcome.INVALID, 422, "bad selector"));
        world.pass();
        world.edit("{\"storage\":{\"nodeSelector\":{\"disk\":\"ssd\"}}}").refusals.clear();

        assertThat(world.settle())
                .containsExactly("CreateServiceAccount", "CreateJob", "PatchStatus");
        assertThat(world.events).containsExactly("JobCreated");
    }

    @Test
    void aJobThatIsGoingAwayIsWaitedFor() {
        World world = running();
        World.metadata(world.job()).put("deletionTimestamp", world.now.toString());
        assertThat(world.settle()).as("most are gone in a moment").isEmpty();
        assertThat(world.decide().nextLook()).contains(Duration.ofSeconds(2));
        world.after(10);

        assertThat(world.settle()).containsExactly("PatchStatus");
        assertThat(world.message()).startsWith("JobTerminating: ");
        assertThat(world.decide().nextLook()).contains(Duration.ofSeconds(2));
        assertThat(world.after(8).decide().nextLook().map(Duration::toSeconds)).contains(8L);
        assertThat(world.after(600).decide().nextLook()).contains(Duration.ofSeconds(60));

        world.jobs.clear();
        assertThat(world.settle())
                .containsExactly("CreateServiceAccount", "CreateJob", "PatchStatus");
    }

    @Test
    void aForeignJobThatIsGoingAwayIsWaitedForToo() {
        World world = onBoundClaim();
        world.jobs.put(
                FIRST,
                World.json(
                        "{\"apiVersion\":\"batch/v1\",\"kind\":\"Job\",\"metadata\":{\"namespace\":\"llama-demo\","
                                + "\"name\":\"llama-3-2-1b-instruct-metadata-5da5816b38\",\"uid\":\"theirs\","
                                + "\"deletionTimestamp\":\"2026-11-30T10:00:00Z\"}}"));

        world.settle();
        assertThat(world.message()).startsWith("JobTerminating: ");
        assertThat(world.after(1).settle()).isEmpty();

        world.jobs.clear();
        world.after(60).settle();
        assertThat(world.message()).startsWith("JobCreated: ");
        assertThat(extraction(world).isMissingNode()).as("not counted").isTrue();
    }

    @Test
    void aJobStillActiveAMinuteAfterItsResultIsDeleted() {
        World world = running();
        world.podTerminated(0, world.success(LLAMA));
        world.settle();
        assertThat(world.decide().nextLook()).contains(Duration.ofSeconds(60));

        assertThat(world.after(59).settle()).isEmpty();
        assertThat(world.after(1).settle()).containsExactly("DeleteJob");
        assertThat(world.state()).isEqualTo("Ready");
    }

    @Test
    void aRefusedCreateReachesTheStatusBeforeItIsTriedAgain() {
        World world = onBoundClaim();
        world.refusals.put(
                "CreateJob", new World.Refused(Outcome.DENIED, 403, "exceeded quota: tiny"));
        world.pass();
        world.requests.clear();

        world.pass();
        assertThat(world.requests)
                .containsExactly("PatchStatus", "CreateServiceAccount", "CreateJob");
        assertThat(world.message()).startsWith("QuotaExceeded: ");
        world.requests.clear();

        world.pass();
        assertThat(world.requests).containsExactly("CreateServiceAccount", "CreateJob");

        world.refusals.clear();
        assertThat(world.settle())
                .containsExactly("CreateServiceAccount", "CreateJob", "PatchStatus");
        assertThat(world.message()).startsWith("JobCreated: ");
        assertThat(world.events).containsExactly("QuotaExceeded", "JobCreated");
    }

    @Test
    void aRefusalThatPassesByItselfIsNotShown() {
        World world = onBoundClaim();
        world.refusals.put("CreateJob", new World.Refused(Outcome.ERROR, 503, "try again"));

        world.pass();
        world.pass();

        assertThat(world.model.path("status").isMissingNode()).isTrue();
        assertThat(world.events).isEmpty();
    }

    @Test
    void aNamespaceThatGoesAwayIsLeftInPeace() {
        World world = onBoundClaim();
        world.refusals.put(
                "CreateJob",
                new World.Refused(
                        Outcome.DENIED,
                        403,
                        "unable to create new content in namespace llama-demo because it is being"
                                + " terminated"));
        world.pass();
        world.requests.clear();

        Decision decision = world.pass();

        assertThat(world.requests).isEmpty();
        assertThat(world.events).isEmpty();
        assertThat(decision.nextLook()).contains(Duration.ofSeconds(60));
        world.after(60).pass();
        assertThat(world.requests).contains("CreateJob");
    }

    @Test
    void anAnswerThatWasLostIsNeitherSuccessNorFailure() {
        World world = onBoundClaim();
        world.refusals.put("CreateJob", new World.Refused(Outcome.UNKNOWN, 0, "lost"));
        world.pass();
        world.refusals.clear();

        assertThat(world.settle()).contains("CreateJob", "PatchStatus");
        assertThat(world.message()).startsWith("JobCreated: ");
    }
}
