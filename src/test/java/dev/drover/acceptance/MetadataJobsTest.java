package dev.drover.acceptance;

import static dev.drover.acceptance.ModelTeam.condition;
import static dev.drover.acceptance.ModelTeam.extraction;
import static dev.drover.acceptance.ModelTeam.message;
import static dev.drover.acceptance.ModelTeam.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.SoftAssertions.assertSoftly;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.sandbox.controlplane.AuditRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How metadata Jobs go, from their creation to their end. */
@ModelAcceptance
@Timeout(120)
class MetadataJobsTest {
    private static final Duration RETRY_DELAY = Duration.ofMinutes(5);
    private static final Duration SLOW_RETRY = Duration.ofHours(6);

    /** How the Pod of a model of this name is played, and the cause. */
    private static final Map<String, String> ENDS =
            Map.of(
                    "exit10-a", "PathMissing",
                    "exit11-a", "NoConfig",
                    "exit12-a", "ConfigUnreadable",
                    "exit13-a", "PermissionDenied",
                    "exit14-a", "DanglingLinks",
                    "exit20-a", "ExtractorFailed",
                    "oom-a", "OutOfMemory",
                    "silent-a", "ResultMissing",
                    "garbage-a", "ResultInvalid",
                    "long-a", "ResultInvalid");

    /** The same files would fail again. */
    private static final Set<String> PERMANENT =
            Set.of(
                    "PathMissing",
                    "NoConfig",
                    "ConfigUnreadable",
                    "PermissionDenied",
                    "DanglingLinks");

    private final ModelSite site;
    private final ModelTeam team;

    MetadataJobsTest(ModelSite site) {
        this.site = site;
        this.team = site.team();
    }

    @Test
    void aModelOnABoundClaimBecomesReadyWithItsMetadataInSixRequests() {
        DroverProcess drover = site.drover();
        team.claim("store").model("llama", "pvc://store/llama");

        site.plane()
                .kubectl()
                .run(
                        "wait",
                        "--for=condition=Ready",
                        "basemodel/llama",
                        "--namespace=" + team.namespace(),
                        "--timeout=30s")
                .expectSuccess();

        JsonNode model = team.get("llama");
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
        team.admission()
                .quota(
                        "{requests.cpu: '1', requests.memory: 1Gi, limits.cpu: '1', limits.memory:"
                                + " 1Gi, requests.ephemeral-storage: 1Gi, limits.ephemeral-storage:"
                                + " 1Gi}");
        site.drover();
        team.claim("store").model("llama", "pvc://store/llama");

        team.awaitCause("llama", "MetadataExtracted");

        assertThat(team.pods()).hasSize(1);
    }

    @Test
    void aJobThatFailsTellsWhyAndWhenItIsTriedAgain() {
        site.pod("a").with("DROVER_BASEMODELS_JOB_BACKOFF_LIMIT", "0").start().awaitLeading();
        team.claim("store");
        ENDS.forEach((name, cause) -> team.model(name, "pvc://store/" + name));

        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertSoftly(softly -> ENDS.forEach(failsWith(softly))));

        assertThat(team.jobs()).as("one attempt each").hasSameSizeAs(ENDS.keySet());
        assertThat(site.writes())
                .filteredOn(write -> write.resource().equals("jobs"))
                .extracting(AuditRecord::verb)
                .as("a Job is never changed")
                .containsOnly("create");
    }

    private BiConsumer<String, String> failsWith(SoftAssertions softly) {
        return (name, cause) -> {
            JsonNode model = team.get(name);
            softly.assertThat(message(model)).startsWith(cause + ": ").contains("Next attempt at ");
            softly.assertThat(state(model)).isEqualTo("Failed");
            softly.assertThat(condition(model, "MetadataExtracted").path("reason").asText())
                    .isEqualTo("PVCMetadataExtractionFailed");
            JsonNode recorded = extraction(model);
            softly.assertThat(recorded.path("attempts").asInt()).as(name).isEqualTo(1);
            Duration pause = PERMANENT.contains(cause) ? SLOW_RETRY : RETRY_DELAY;
            softly.assertThat(
                            Duration.between(
                                    at(recorded.at("/fail/at")), at(recorded.path("next"))))
                    .as("%s: next attempt, spread over a tenth", name)
                    .isBetween(pause, pause.plus(pause.dividedBy(10)).plusSeconds(1));
        };
    }

    private static Instant at(JsonNode time) {
        return time.asText().isEmpty() ? Instant.EPOCH : Instant.parse(time.asText());
    }

    @Test
    void whatHoldsAJobUpIsToldAfterAWhile() {
        site.drover();
        team.claim("store")
                .model("pull", "pvc://store/pull")
                .model("subpath", "pvc://store/subpath")
                .modelOn("moon", "pvc://store/moon", "nodeSelector: {pool: moon}")
                .model("llama", "pvc://store/llama");
        ModelTeam full = site.neighbour();
        full.admission().quota("{pods: '0'}");
        full.claim("store").model("llama", "pvc://store/llama");

        team.awaitCause("pull", "ImagePull", Duration.ofSeconds(60));
        team.awaitCause("subpath", "SubPathMissing");
        JsonNode moon = team.awaitCause("moon", "PodUnschedulable");
        JsonNode podless = full.awaitCause("llama", "PodNotCreated");

        assertThat(message(moon)).contains(" | ", "node(s) didn't match");
        assertThat(message(podless)).contains(" | ", "exceeded quota");
        for (String name : List.of("pull", "subpath", "moon")) {
            assertThat(state(team.get(name))).as(name).isEqualTo("In_Transit");
        }
        assertThat(state(team.get("llama"))).isEqualTo("Ready");
    }

    @Test
    void aJobThatTakesTooLongFailsByItsDeadlineAndSaysWhatHeldItUp() {
        site.pod("a").with("DROVER_BASEMODELS_JOB_DEADLINE", "30s").start().awaitLeading();
        team.claim("store")
                .model("running", "pvc://store/running")
                .model("subpath", "pvc://store/subpath");
        team.awaitCause("subpath", "JobCreated");

        JsonNode stuck = team.awaitCause("subpath", "DeadlineExceeded", Duration.ofSeconds(60));
        JsonNode slow = team.awaitCause("running", "DeadlineExceeded");

        assertThat(state(stuck)).isEqualTo("Failed");
        assertThat(message(stuck)).contains("SubPathMissing");
        assertThat(message(slow)).contains("drover.basemodels.job.deadline");
        List<Instant> told = answers("basemodels", "status", "subpath"::equals);
        assertThat(told).as("JobCreated, SubPathMissing, DeadlineExceeded").hasSize(3);
        Instant created = answers("jobs", "", name -> name.startsWith("subpath-")).get(0);
        assertThat(Duration.between(created, told.get(2)))
                .as("at most ten seconds after the deadline")
                .isLessThan(Duration.ofSeconds(40));
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

    /** When writes of Drover were answered. */
    private List<Instant> answers(String resource, String subresource, Predicate<String> name) {
        return site.writes().stream()
                .filter(write -> write.resource().equals(resource))
                .filter(write -> write.subresource().equals(subresource))
                .filter(write -> name.test(write.name()))
                .map(AuditRecord::answered)
                .toList();
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
