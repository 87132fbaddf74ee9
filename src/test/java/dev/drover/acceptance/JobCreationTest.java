package dev.drover.acceptance;

import static dev.drover.acceptance.ModelTeam.message;
import static dev.drover.acceptance.ModelTeam.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
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

        site.pod("b").start().awaitLeading();

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
        team.endPod(team.pods().get(0), 0, team.result(team.jobs().get(0)));

        site.pod("b").start().awaitLeading();

        assertThat(state(team.awaitCause("running", "MetadataExtracted"))).isEqualTo("Ready");
        assertThat(site.writes().stream().filter(write -> write.resource().equals("jobs")))
                .as("one Job, created once")
                .hasSize(1);
    }

    @Test
    void aQuotaWithoutJobsIsToldAndEndsByItself() {
        team.quota("{count/jobs.batch: '0'}");
        site.pod("a").start().awaitLeading();
        team.claim("store").model("llama", "pvc://store/llama");

        JsonNode model = team.awaitCause("llama", "QuotaExceeded");
        assertThat(state(model)).isEqualTo("In_Transit");
        await().untilAsserted(() -> assertThat(team.reasons()).containsOnlyOnce("QuotaExceeded"));
        team.dropQuota();

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
        drover.awaitLog("apply deploy/base/rbac/basemodels.yaml");
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
    void aPolicyThatRefusesJobsIsToldInItsWordsAndRecoversWithoutIt() {
        team.denyJobs("no jobs on Mondays");
        site.pod("a").start().awaitLeading();
        team.claim("store").model("llama", "pvc://store/llama");

        JsonNode model = team.awaitCause("llama", "JobDenied");
        assertThat(message(model)).contains("no jobs on Mondays");
        team.allowJobs();

        team.awaitCause("llama", "MetadataExtracted", Duration.ofSeconds(60));
        assertThat(team.reasons()).containsOnlyOnce("JobDenied");
    }

    @Test
    void aJobThatAQueueHoldsIsToldAsSuspended() {
        site.pod("a").start().awaitLeading();
        team.claim("store").model("running", "pvc://store/running");
        team.awaitCause("running", "JobCreated");

        team.suspend(team.jobs().get(0));

        assertThat(state(team.awaitCause("running", "JobSuspended"))).isEqualTo("In_Transit");
    }

    private static boolean running(JsonNode pod) {
        return pod.at("/status/phase").asText().equals("Running");
    }
}
