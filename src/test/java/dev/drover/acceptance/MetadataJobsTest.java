package dev.drover.acceptance;

import static dev.drover.acceptance.ModelTeam.condition;
import static dev.drover.acceptance.ModelTeam.message;
import static dev.drover.acceptance.ModelTeam.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.sandbox.controlplane.AuditRecord;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How metadata Jobs go, from their creation to their end. */
@ModelAcceptance
@Timeout(120)
class MetadataJobsTest {
    private final ModelSite site;
    private final ModelTeam team;

    MetadataJobsTest(ModelSite site) {
        this.site = site;
        this.team = site.team();
    }

    @Test
    void aModelOnABoundClaimBecomesReadyWithItsMetadataInSixRequests() {
        DroverProcess drover = site.pod("a").start().awaitLeading();
        team.claim("store").model("llama", "pvc://store/llama");

        JsonNode model = team.awaitCause("llama", "MetadataExtracted");

        assertThat(state(model)).isEqualTo("Ready");
        assertThat(model.at("/spec/modelType").asText()).isEqualTo("llama");
        assertThat(model.at("/spec/modelFormat/name").asText()).isEqualTo("safetensors");
        assertThat(model.at("/spec/maxTokens").asInt()).isEqualTo(131072);
        assertThat(condition(model, "Ready").path("status").asText()).isEqualTo("True");
        assertThat(model.at("/status/observedGeneration").asInt())
                .isEqualTo(model.at("/metadata/generation").asInt());
        assertThat(site.writes())
                .extracting(MetadataJobsTest::request)
                .containsExactly(
                        "patch basemodels",
                        "create serviceaccounts",
                        "create jobs",
                        "patch basemodels/status",
                        "patch basemodels",
                        "patch basemodels/status");
        await().untilAsserted(
                        () ->
                                assertThat(team.reasons())
                                        .containsExactlyInAnyOrder(
                                                "JobCreated", "MetadataExtracted"));
        assertThat(drover.logLines("Reconciling BaseModel: " + team.namespace() + "/llama"))
                .hasSize(2);
    }

    @Test
    void theJobIsAdmittedWherePodSecurityIsRestrictedAndAQuotaAsksForLimits() {
        team.edit(
                "/api/v1/namespaces/" + team.namespace(),
                "{\"metadata\":{\"labels\":{\"pod-security.kubernetes.io/enforce\":\"restricted\"}}}");
        team.quota(
                "{requests.cpu: '1', requests.memory: 1Gi, limits.cpu: '1', limits.memory: 1Gi,"
                        + " requests.ephemeral-storage: 1Gi, limits.ephemeral-storage: 1Gi}");
        site.pod("a").start().awaitLeading();
        team.claim("store").model("llama", "pvc://store/llama");

        team.awaitCause("llama", "MetadataExtracted");

        assertThat(team.pods()).hasSize(1);
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource({
        "exit10-a,  PathMissing",
        "exit11-a,  NoConfig",
        "exit12-a,  ConfigUnreadable",
        "exit13-a,  PermissionDenied",
        "exit14-a,  DanglingLinks",
        "exit20-a,  ExtractorFailed",
        "oom-a,     OutOfMemory",
        "silent-a,  ResultMissing",
        "garbage-a, ResultInvalid",
        "long-a,    ResultInvalid",
    })
    void aJobThatFailsTellsWhyAndWhenItIsTriedAgain(String name, String cause) {
        site.pod("a").with("DROVER_BASEMODELS_JOB_BACKOFF_LIMIT", "0").start().awaitLeading();
        team.claim("store").model(name, "pvc://store/" + name);

        JsonNode model = team.awaitCause(name, cause, Duration.ofSeconds(40));

        assertThat(state(model)).isEqualTo("Failed");
        assertThat(message(model)).contains("Next attempt at ");
        assertThat(condition(model, "MetadataExtracted").path("reason").asText())
                .isEqualTo("PVCMetadataExtractionFailed");
        assertThat(team.jobs()).hasSize(1);
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource({"pull-a, ImagePull", "subpath-a, SubPathMissing"})
    void aPodThatWaitsTellsWhatItWaitsForAfterAWhile(String name, String cause) {
        site.pod("a").start().awaitLeading();
        team.claim("store").model(name, "pvc://store/" + name);

        JsonNode model = team.awaitCause(name, cause, Duration.ofSeconds(40));

        assertThat(state(model)).isEqualTo("In_Transit");
    }

    @Test
    void aPodThatNoNodeTakesIsToldAfterAWhile() {
        site.pod("a").start().awaitLeading();
        team.claim("store")
                .model("llama", "pvc://store/llama")
                .modelOn("moon", "pvc://store/moon", "nodeSelector: {pool: moon}");

        JsonNode model = team.awaitCause("moon", "PodUnschedulable", Duration.ofSeconds(40));

        assertThat(message(model)).contains("node(s) didn't match");
    }

    @Test
    void aJobThatTakesTooLongFailsByItsDeadline() {
        site.pod("a").with("DROVER_BASEMODELS_JOB_DEADLINE", "30s").start().awaitLeading();
        team.claim("store").model("running", "pvc://store/running");

        JsonNode model = team.awaitCause("running", "DeadlineExceeded", Duration.ofSeconds(60));

        assertThat(state(model)).isEqualTo("Failed");
    }

    @Test
    void anEvictedPodCostsNoAttempt() {
        site.pod("a").with("DROVER_BASEMODELS_JOB_BACKOFF_LIMIT", "0").start().awaitLeading();
        team.claim("store").model("running", "pvc://store/running");
        await().until(() -> team.pods().stream().anyMatch(pod -> running(pod)));
        JsonNode evicted = team.pods().get(0);

        team.evict(evicted);

        await().atMost(Duration.ofSeconds(40))
                .until(
                        () ->
                                team.pods().stream()
                                        .anyMatch(
                                                pod ->
                                                        running(pod)
                                                                && !pod.at("/metadata/uid")
                                                                        .equals(
                                                                                evicted.at(
                                                                                        "/metadata/uid"))));
        assertThat(state(team.get("running"))).isEqualTo("In_Transit");
        assertThat(team.jobs()).hasSize(1);
    }

    private static boolean running(JsonNode pod) {
        return pod.at("/status/phase").asText().equals("Running");
    }

    private static String request(AuditRecord record) {
        return record.verb()
                + " "
                + record.resource()
                + (record.subresource().isEmpty() ? "" : "/" + record.subresource());
    }
}
