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

/** What a user of the flow sees on a real cluster, one promise a test (issue 5). */
@ModelAcceptance
@Timeout(120)
class ModelsOnClaimsTest {
    private final ModelSite site;
    private final ModelTeam team;

    ModelsOnClaimsTest(ModelSite site) {
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
                .extracting(ModelsOnClaimsTest::request)
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
    void aClaimThatIsMissingFailsTheModelUntilItIsBound() {
        site.pod("a").start().awaitLeading();
        team.model("llama", "pvc://store/llama");
        JsonNode model = team.awaitCause("llama", "ClaimNotFound", Duration.ofSeconds(2));
        assertThat(state(model)).isEqualTo("Failed");
        assertThat(condition(model, "SourceReachable").path("reason").asText())
                .isEqualTo("PVCNotFound");
        assertThat(team.jobs()).isEmpty();

        team.claim("store");

        assertThat(state(team.awaitCause("llama", "MetadataExtracted"))).isEqualTo("Ready");
    }

    @Test
    void aClaimThatIsPendingIsWaitedForWithItsReason() {
        site.pod("a").start().awaitLeading();
        team.pendingClaim("store", "ReadWriteMany", "fast", "").model("llama", "pvc://store/llama");

        JsonNode model = team.awaitCause("llama", "StorageClassMissing");

        assertThat(state(model)).isEqualTo("In_Transit");
        assertThat(message(model)).contains("fast");
        assertThat(team.jobs()).isEmpty();
        team.storageClass("fast", "Immediate");
        team.awaitCause("llama", "ClaimPending");
    }

    @Test
    void aClaimThatWaitsForItsFirstConsumerGetsTheJob() {
        site.pod("a").start().awaitLeading();
        team.storageClass("wait", "WaitForFirstConsumer")
                .pendingClaim("store", "ReadWriteOnce", "wait", "")
                .model("llama", "pvc://store/llama");
        team.awaitCause("llama", "FirstConsumerCreated");

        team.volume("wait", "ReadWriteOnce");

        assertThat(state(team.awaitCause("llama", "MetadataExtracted"))).isEqualTo("Ready");
    }

    @Test
    void aBadUriIsToldWithTheAcceptedForm() {
        site.pod("a").start().awaitLeading();
        team.model("llama", "pvc://store").clusterModel("shared-" + team.namespace(), "pvc://s/m");

        JsonNode model = team.awaitCause("llama", "UriInvalid");

        assertThat(state(model)).isEqualTo("Failed");
        assertThat(message(model)).contains("pvc://<claim>/<path>");
        await().untilAsserted(
                        () ->
                                assertThat(message(team.getCluster("shared-" + team.namespace())))
                                        .startsWith("UriInvalid:")
                                        .contains("pvc://<namespace>:<claim>/<path>"));
        assertThat(team.jobs()).isEmpty();
    }

    @Test
    void aClusterModelIsReadInTheNamespaceOfItsClaim() {
        site.pod("a").start().awaitLeading();
        String name = "shared-" + team.namespace();
        team.claim("store").clusterModel(name, "pvc://" + team.namespace() + ":store/llama");

        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(state(team.getCluster(name))).isEqualTo("Ready"));

        assertThat(message(team.getCluster(name))).contains(team.namespace());
        assertThat(team.jobs()).hasSize(1);
        assertThat(team.getCluster(name).at("/spec/modelParameterSize").asText())
                .isEqualTo("1.24B");
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
    void metadataThatTheUserHasFilledInIsKept() {
        site.pod("a").start().awaitLeading();
        team.claim("store")
                .model(
                        "llama",
                        "pvc://store/llama",
                        "modelType: mine, maxTokens: 5, modelFormat: {name: gguf}");

        JsonNode model = team.awaitCause("llama", "MetadataExtracted");

        assertThat(model.at("/spec/modelType").asText()).isEqualTo("mine");
        assertThat(model.at("/spec/maxTokens").asInt()).isEqualTo(5);
        assertThat(model.at("/spec/modelFormat/name").asText()).isEqualTo("gguf");
        assertThat(model.at("/spec/modelArchitecture").asText()).isEqualTo("LlamaForCausalLM");
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
    void aReadyModelIsLeftAloneByARestartAndByTheEndOfItsJob() {
        DroverProcess first = site.pod("a").start().awaitLeading();
        team.claim("store").model("llama", "pvc://store/llama");
        team.awaitCause("llama", "MetadataExtracted");
        first.kill();
        int before = site.writes().size();
        team.deleteJobs();

        DroverProcess second = site.pod("b").start().awaitLeading();

        await().until(
                        () ->
                                second.metric(
                                                "drover_basemodels_models{kind=\"BaseModel\",state=\"Ready\"}")
                                        == 1);
        assertThat(site.writes()).hasSize(before);
        assertThat(team.jobs()).isEmpty();
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
    void aClaimThatGoesTakesReadinessAlongAndTheSameOneBringsItBackWithoutAJob() {
        site.pod("a").start().awaitLeading();
        team.claim("store").model("llama", "pvc://store/llama");
        team.awaitCause("llama", "MetadataExtracted");

        team.deleteJobs();
        team.deleteClaim("store");
        assertThat(state(team.awaitCause("llama", "ClaimNotFound"))).isEqualTo("Failed");
        team.releaseVolume("store").claim("store");

        assertThat(state(team.awaitCause("llama", "MetadataExtracted"))).isEqualTo("Ready");
        assertThat(team.jobs()).as("another claim, another UID, another Job").hasSize(1);
    }

    @Test
    void anotherPathIsReadAnewAndOnlyOurFieldsFollow() {
        site.pod("a").start().awaitLeading();
        team.claim("store").model("llama", "pvc://store/a", "vendor: meta");
        team.awaitCause("llama", "MetadataExtracted");
        team.edit(team.model("llama"), "{\"spec\":{\"modelType\":\"mine\"}}");
        team.edit(
                team.model("llama"), "{\"spec\":{\"storage\":{\"storageUri\":\"pvc://store/b\"}}}");

        await().atMost(Duration.ofSeconds(30))
                .until(
                        () ->
                                team.jobs().size() == 1
                                        && team.jobs()
                                                .get(0)
                                                .at("/metadata/annotations/drover.dev~1storage-uri")
                                                .asText()
                                                .endsWith("/b"));
        JsonNode model = team.awaitCause("llama", "MetadataExtracted");

        assertThat(model.at("/spec/modelType").asText()).isEqualTo("mine");
        assertThat(model.at("/spec/vendor").asText()).isEqualTo("meta");
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
    void modelsOfOtherStorageAreNeverTouched() {
        for (int i = 0; i < 20; i++) {
            team.model("hub-" + i, "hf://meta-llama/llama-" + i, "modelType: x");
            team.model("bucket-" + i, "oci://n/x/b/y/o/z");
        }
        site.pod("a").start().awaitLeading();
        team.claim("store").model("llama", "pvc://store/llama");
        team.awaitCause("llama", "MetadataExtracted");
        team.edit(team.model("hub-0"), "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");
        team.deleteModel("hub-1");
        team.model("hub-last", "hf://a/b").model("llama-2", "pvc://store/2");
        team.awaitCause("llama-2", "MetadataExtracted");

        assertThat(site.writes())
                .filteredOn(write -> write.resource().equals("basemodels"))
                .extracting(AuditRecord::name)
                .containsOnly("llama", "llama-2");
        assertThat(
                        site.requests(
                                request ->
                                        request.name().startsWith("hub-")
                                                || request.name().startsWith("bucket-")))
                .isEmpty();
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
