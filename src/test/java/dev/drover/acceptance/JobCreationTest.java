package dev.drover.acceptance;

import static dev.drover.acceptance.ModelTeam.extraction;
import static dev.drover.acceptance.ModelTeam.message;
import static dev.drover.acceptance.ModelTeam.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.sandbox.controlplane.AuditRecord;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Jobs that are there already, outlive a controller, or may not be created. */
@ModelAcceptance
@Timeout(120)
class JobCreationTest {
    private final ModelSite site;
    private final ModelTeam team;

    JobCreationTest(ModelSite site) {
        this.site = site;
        this.team = site.team();
    }

    @Test
    void aJobThatIsThereAlreadyIsTakenOver() {
        team.claim("store");
        DroverProcess first = site.pod("a").start().awaitLeading();
        team.model("running", "pvc://store/running");
        team.awaitCause("running", "JobCreated");
        first.kill();
        team.forgetStatus("running");

        site.pod("a").start().awaitLeading();

        team.awaitCause("running", "JobCreated");
        assertThat(team.jobs()).as("no second one").hasSize(1);
    }

    @Test
    void aControllerThatRestartsDuringTheJobGoesOnWithIt() {
        DroverProcess first = site.pod("a").start().awaitLeading();
        team.claim("store").model("running", "pvc://store/running");
        team.awaitCause("running", "JobCreated");
        await().until(() -> team.pods().stream().anyMatch(pod -> running(pod)));
        first.kill();
        team.endPod(
                team.pods().get(0),
                0,
                team.result(team.jobs().get(0), "{\"modelType\":\"llama\"}"));

        site.pod("a").start().awaitLeading();

        assertThat(state(team.awaitCause("running", "MetadataExtracted"))).isEqualTo("Ready");
        assertThat(site.writes().stream().filter(write -> write.resource().equals("jobs")))
                .as("one Job, created once")
                .hasSize(1);
    }

    @Test
    void aQuotaWithoutJobsIsToldAndEndsByItself() {
        team.admission().quota("{count/jobs.batch: '0'}");
        site.drover();
        team.claim("store").model("llama", "pvc://store/llama");

        JsonNode model = team.awaitCause("llama", "QuotaExceeded");
        assertThat(state(model)).isEqualTo("In_Transit");
        await().untilAsserted(() -> assertThat(team.reasons()).containsOnlyOnce("QuotaExceeded"));
        team.admission().dropQuota();

        assertThat(state(team.awaitCause("llama", "MetadataExtracted", Duration.ofSeconds(60))))
                .isEqualTo("Ready");
    }

    @Test
    void aMissingRightToCreateJobsIsToldAndHealsWithTheGrant() {
        site.installation().withdraw("drover-basemodels", "jobs", "create");
        DroverProcess drover = site.pod("a").start().awaitLeading();
        team.claim("store").model("llama", "pvc://store/llama");

        JsonNode model = team.awaitCause("llama", "CreateForbidden");
        assertThat(state(model)).isEqualTo("Failed");
        assertThat(message(model)).contains("jobs.batch").contains(team.namespace());
        drover.awaitLog("flow basemodels needs it to create job");
        site.installation().grantAsShipped();

        assertThat(state(team.awaitCause("llama", "MetadataExtracted", Duration.ofSeconds(60))))
                .isEqualTo("Ready");
        assertThat(team.reasons()).containsOnlyOnce("CreateForbidden");
    }

    @Test
    void aDeletedModelTakesItsJobAlongAlsoWithoutDrover() {
        DroverProcess drover = site.pod("a").start().awaitLeading();
        team.claim("store").model("running", "pvc://store/running");
        team.awaitCause("running", "JobCreated");
        drover.kill();

        team.deleteModel("running");

        assertThat(site.plane().api().get(team.model("running")).code()).isEqualTo(404);
        await().atMost(Duration.ofSeconds(30)).until(() -> team.jobs().isEmpty());
    }

    @Test
    void aPolicyThatRefusesWhatWasFoundIsToldAndNoOtherJobRuns() {
        site.pod("a").start().awaitLeading();
        team.claim("store").model("running", "pvc://store/running");
        team.awaitCause("running", "JobCreated");
        await().until(() -> !team.pods().isEmpty());
        team.admission().denyTypes(team.model("running"), "types are ours");
        team.endPod(
                team.pods().get(0),
                0,
                team.result(team.jobs().get(0), "{\"modelType\":\"llama\"}"));

        JsonNode model = team.awaitCause("running", "JobDenied");
        assertThat(state(model)).isEqualTo("In_Transit");
        assertThat(message(model)).contains("refused the patch of the model. | ", "types are ours");
        team.admission().allow("basemodels");

        team.awaitCause("running", "MetadataExtracted", Duration.ofSeconds(60));
        assertThat(team.jobs()).hasSize(1);
        assertThat(team.reasons()).containsOnlyOnce("JobDenied");
    }

    @Test
    void aPolicyOrAWebhookThatRefusesJobsIsToldInItsWordsAndEndsWithIt() {
        team.admission().denyJobs("no jobs on Mondays");
        site.drover();
        team.claim("store").model("llama", "pvc://store/llama");

        JsonNode model = team.awaitCause("llama", "JobDenied");
        assertThat(message(model)).contains("no jobs on Mondays");
        team.admission().allow("jobs");

        team.awaitCause("llama", "MetadataExtracted", Duration.ofSeconds(60));
        assertThat(team.reasons()).containsOnlyOnce("JobDenied");

        team.admission().breakWebhook();
        team.model("qwen", "pvc://store/qwen");

        assertThat(message(team.awaitCause("qwen", "JobDenied")))
                .contains(" | ", "failed calling webhook");
        team.admission().mendWebhook();
        team.awaitCause("qwen", "MetadataExtracted", Duration.ofSeconds(60));
    }

    @Test
    void aJobThatTheServerFindsInvalidIsToldAndMendedByAnEdit() {
        site.drover();
        team.claim("store").modelOn("llama", "pvc://store/llama", "nodeSelector: {not a label: x}");

        JsonNode model = team.awaitCause("llama", "JobInvalid");
        assertThat(state(model)).isEqualTo("Failed");
        assertThat(message(model)).contains("node selection").contains("not a label");
        team.edit(
                team.model("llama"),
                "{\"spec\":{\"storage\":{\"nodeSelector\":{\"not a label\":null}}}}");

        team.awaitCause("llama", "MetadataExtracted");
        assertThat(team.reasons()).containsOnlyOnce("JobInvalid");
    }

    @Test
    void aJobOfThatNameThatIsAStrangersIsLeftAloneAndTheNextAttemptHasAnother() {
        team.claim("store").model("llama", "pvc://store/llama");
        String taken = jobName("llama", "store", 1);
        team.strangersJob(taken);
        JsonNode theirs = team.jobs().get(0);

        site.pod("a").with("DROVER_BASEMODELS_RETRY_DELAY", "10s").start().awaitLeading();

        JsonNode model = team.awaitCause("llama", "JobNameTaken");
        assertThat(state(model)).isEqualTo("Failed");
        assertThat(message(model)).contains(taken, "another name", "Next attempt at ");
        assertThat(extraction(model).path("attempts").asInt()).isEqualTo(1);

        team.awaitCause("llama", "MetadataExtracted");

        assertThat(site.writes())
                .filteredOn(write -> write.resource().equals("jobs"))
                .extracting(AuditRecord::verb, AuditRecord::name, AuditRecord::code)
                .containsExactly(
                        tuple("create", taken, 409),
                        tuple("create", jobName("llama", "store", 2), 201));
        assertThat(team.jobs())
                .filteredOn(job -> job.at("/metadata/name").asText().equals(taken))
                .extracting(job -> job.path("spec"), JobCreationTest::marks)
                .containsExactly(tuple(theirs.path("spec"), marks(theirs)));
    }

    /** As the rules spell it (basemodels 5.1), not as Drover computes it. */
    private String jobName(String model, String claim, int attempt) {
        JsonNode claimed =
                site.plane().api().get(team.core("persistentvolumeclaims", claim)).body();
        String fingerprint =
                sha256(
                                String.join(
                                        "\n",
                                        "BaseModel",
                                        team.namespace(),
                                        model,
                                        team.get(model).at("/metadata/uid").asText(),
                                        "pvc://" + claim + "/" + model,
                                        claimed.at("/metadata/uid").asText(),
                                        "1",
                                        ""))
                        .substring(0, 16);
        return model + "-metadata-" + sha256(fingerprint + "/" + attempt).substring(0, 10);
    }

    private static String sha256(String text) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aJobThatLostItsMarksIsTakenBack() {
        site.drover();
        team.claim("store").model("running", "pvc://store/running");
        team.awaitCause("running", "JobCreated");
        JsonNode job = team.jobs().get(0);

        for (String loss :
                List.of(
                        "{'labels':{'drover.dev/model-uid':null}}",
                        "{'ownerReferences':null}",
                        "{'labels':{'app.kubernetes.io/component':null}}",
                        // what the watch goes by: a create finds it
                        "{'labels':{'models.ome/model-scope':null}}",
                        "{'labels':{'models.ome/model-scope':null,'drover.dev/model-uid':null}}")) {
            team.editJob(job, "{\"metadata\":" + loss.replace('\'', '"') + "}");
            await(loss)
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> marks(team.jobs().get(0)).equals(marks(job)));
        }

        assertThat(team.jobs()).hasSize(1);
        assertThat(team.jobs().get(0).path("spec")).isEqualTo(job.path("spec"));
        assertThat(state(team.get("running"))).isEqualTo("In_Transit");
        assertThat(extraction(team.get("running")).path("attempts").asInt()).isZero();
    }

    private static String marks(JsonNode job) {
        return job.at("/metadata/labels") + " " + job.at("/metadata/ownerReferences");
    }

    @Test
    void aJobThatSomebodyHoldsBackWhileItGoesIsToldWithTheFinalizer() {
        site.drover();
        team.claim("store").model("running", "pvc://store/running");
        team.awaitCause("running", "JobCreated");
        JsonNode job = team.jobs().get(0);
        team.editJob(job, "{\"metadata\":{\"finalizers\":[\"example.com/hold\"]}}");
        team.deleteJob(job);

        JsonNode model = team.awaitCause("running", "JobTerminating");
        assertThat(state(model)).isEqualTo("In_Transit");
        assertThat(message(model)).contains("example.com/hold");
        team.editJob(job, "{\"metadata\":{\"finalizers\":null}}");

        team.awaitCause("running", "JobCreated");
        assertThat(team.jobs())
                .extracting(
                        it -> it.at("/metadata/name"),
                        it -> it.at("/metadata/annotations/drover.dev~1attempt").asText())
                .as("the same attempt, since nothing came of it")
                .containsExactly(tuple(job.at("/metadata/name"), "1"));
        assertThat(team.jobs().get(0).at("/metadata/uid")).isNotEqualTo(job.at("/metadata/uid"));
        assertThat(site.writes())
                .extracting(write -> write.verb() + " " + write.resource())
                .as("nothing is tried while it is held")
                .containsExactly(
                        "patch basemodels",
                        "create serviceaccounts",
                        "create jobs",
                        "patch basemodels", // JobCreated
                        "patch basemodels", // JobTerminating
                        "create serviceaccounts",
                        "create jobs",
                        "patch basemodels");
    }

    @Test
    void namesOfEveryLengthGetTheirJob() {
        List<String> names =
                List.of(
                        "m".repeat(253),
                        "m".repeat(42) + ".m", // the Job's name would end in a dot
                        "m".repeat(51) + "." + "m".repeat(20), // the label would
                        "0.".repeat(126) + "0");
        String claim = "c".repeat(63) + ".c".repeat(95);
        String shared = team.namespace() + "." + "s".repeat(252 - team.namespace().length());
        site.drover();
        team.claim(claim);
        names.forEach(name -> team.model(name, "pvc://" + claim + "/llama"));
        team.clusterModel(shared, "pvc://" + team.namespace() + ":" + claim + "/llama");

        names.forEach(name -> team.awaitCause(name, "MetadataExtracted"));

        await().until(() -> state(team.getCluster(shared)).equals("Ready"));
        assertThat(team.jobs()).hasSize(names.size() + 1);
        await().untilAsserted(
                        () ->
                                assertThat(team.reasons())
                                        .filteredOn("MetadataExtracted"::equals)
                                        .hasSize(names.size()));
    }

    @Test
    void aJobThatAQueueHoldsIsToldAsSuspended() {
        site.drover();
        team.claim("store").model("running", "pvc://store/running");
        team.awaitCause("running", "JobCreated");

        team.suspend(team.jobs().get(0));

        assertThat(state(team.awaitCause("running", "JobSuspended"))).isEqualTo("In_Transit");
    }

    private static boolean running(JsonNode pod) {
        return pod.at("/status/phase").asText().equals("Running");
    }
}
