package dev.drover.basemodels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.intents.Notice;
import dev.drover.sandbox.apiserver.Fault;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Causes that take a setting, a while or an odd answer to come about, from the objects to the
 * status (basemodels 5.5). The others are shown on a real cluster.
 */
class CauseRoutesTest extends FlowTest {
    private static final Duration A_WHILE = Duration.ofSeconds(16);

    @Test
    void aClaimThatWaitsForItsConsumerIsLeftToAnotherWhereThatIsSet() throws Exception {
        storageClass("fast", "WaitForFirstConsumer");
        start(Map.of("DROVER_BASEMODELS_FIRST_CONSUMER", "wait"));
        drover.claim("store", "Pending", "fast");
        drover.model("llama", "pvc://store/llama");

        JsonNode model = drover.awaitCause("llama", "WaitingForConsumer");

        assertThat(model.at("/status/state").asText()).isEqualTo("In_Transit");
        assertThat(api.list("jobs")).isEmpty();
    }

    @Test
    void aModelWithAllItsMetadataNeedsNoJobWhereThatIsSet() throws Exception {
        start(Map.of("DROVER_BASEMODELS_EXTRACT", "when-incomplete")).claim("store", "Bound");
        api.create(
                """
                apiVersion: ome.io/v1beta1
                kind: BaseModel
                metadata: {name: llama, namespace: team-a}
                spec:
                  storage: {storageUri: "pvc://store/llama"}
                  modelType: llama
                  modelArchitecture: LlamaForCausalLM
                  modelFormat: {name: safetensors}
                  modelFramework: {name: transformers}
                  modelParameterSize: 8B
                  modelCapabilities: [TEXT_TO_TEXT]
                  maxTokens: 4096
                """);

        isReadyWithoutAJob("MetadataSupplied");
    }

    @Test
    void aModelThatAsksForNoExtractionGetsNoneWhereThatIsHonoured() throws Exception {
        start(Map.of("DROVER_BASEMODELS_HONOUR_SKIP_ANNOTATION", "true")).claim("store", "Bound");
        api.create(
                """
                apiVersion: ome.io/v1beta1
                kind: BaseModel
                metadata:
                  name: llama
                  namespace: team-a
                  annotations: {ome.oracle.com/skip-config-parsing: "true"}
                spec: {storage: {storageUri: "pvc://store/llama"}}
                """);

        isReadyWithoutAJob("ExtractionSkipped");
    }

    private void isReadyWithoutAJob(String cause) {
        JsonNode model = drover.awaitCause("llama", cause);
        assertThat(model.at("/status/state").asText()).isEqualTo("Ready");
        assertThat(api.list("jobs")).isEmpty();
    }

    @ParameterizedTest(name = "HTTP {0}")
    @ValueSource(ints = {405, 413})
    void aCreateThatIsRefusedOddlyIsToldOnceAndTriedAgain(int code) throws Exception {
        api.fail(Fault.create("jobs").with(code));
        start().claim("store", "Bound");
        drover.model("llama", "pvc://store/llama");

        JsonNode model = drover.awaitCause("llama", "OtherJobCreateError");
        assertThat(model.at("/status/state").asText()).isEqualTo("In_Transit");
        api.repair();

        drover.awaitCause("llama", "JobCreated");
        await().untilAsserted(
                        () ->
                                assertThat(drover.events)
                                        .extracting(Notice::reason)
                                        .containsOnlyOnce("OtherJobCreateError", "JobCreated"));
    }

    @Test
    void aContainerThatWaitsSaysWhatForUntilItRuns() throws Exception {
        ObjectNode pod = podOf(createdJob());
        container(
                pod,
                "{\"waiting\":{\"reason\":\"CreateContainerError\",\"message\":\"image has no"
                        + " java\"}}");

        JsonNode model = drover.awaitCauseAfter(A_WHILE, "llama", "ContainerConfig");

        assertThat(FlowFixture.message(model))
                .endsWith(" | CreateContainerError: image has no java");
        assertThat(model.at("/status/state").asText()).isEqualTo("In_Transit");
        drover.time.advance(Duration.ofSeconds(30));
        staysQuiet("llama");
        container(pod, "{\"running\":{}}");
        drover.awaitCause("llama", "JobCreated");
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({"FailedAttachVolume, VolumeAttach", "FailedMount, VolumeMount"})
    void aVolumeThatDoesNotComeIsToldInTheKubeletsWords(String reason, String cause)
            throws Exception {
        ObjectNode pod = podOf(createdJob());
        warning(pod, reason, "Multi-Attach error");

        JsonNode model = drover.awaitCauseAfter(A_WHILE, "llama", cause);

        assertThat(FlowFixture.message(model)).endsWith(" | Multi-Attach error");
    }

    @Test
    void aJobWithoutAPodIsToldInTheJobControllersWords() throws Exception {
        warning(createdJob(), "FailedCreate", "violates PodSecurity");

        JsonNode model = drover.awaitCauseAfter(A_WHILE, "llama", "PodNotCreated");

        assertThat(FlowFixture.message(model)).endsWith(" | violates PodSecurity");
    }

    /** As an injected sidecar does, which nobody ends. */
    @Test
    void aResultCountsAtOnceAndAJobThatDoesNotEndIsDeletedAMinuteLater() throws Exception {
        leaveResult(createdJob());

        drover.awaitCause("llama", "MetadataExtracted");
        assertThat(api.list("jobs")).hasSize(1);

        drover.time.advance(Duration.ofSeconds(61));
        drover.look("llama");
        await().until(() -> api.list("jobs").isEmpty());
        staysQuiet("llama");
    }

    @Test
    void aModelThatMayNotBePatchedSaysSoAndIsFilledOnceItMay() throws Exception {
        ObjectNode job = createdJob();
        api.fail(Fault.patch("basemodels").subresource("").with(403));
        leaveResult(job);

        JsonNode model = drover.awaitCause("llama", "JobDenied");
        assertThat(FlowFixture.message(model))
                .contains("What Job team-a/" + job.at("/metadata/name").asText() + " found")
                .contains("refused the patch of the model");
        api.repair();

        drover.awaitCause("llama", "MetadataExtracted");
        assertThat(drover.events)
                .extracting(Notice::reason)
                .containsOnlyOnce("JobDenied")
                .containsSubsequence("JobCreated", "JobDenied", "MetadataExtracted");
    }

    private void leaveResult(ObjectNode job) {
        String result =
                """
                {"v":1,"fp":"%s","ok":true,"foundAt":"config.json","fields":{"modelType":"llama"},\
                "parameterCount":1,"parameterSource":"index","warnings":[]}\
                """
                        .formatted(
                                job.at("/metadata/annotations/drover.dev~1fingerprint").asText());
        ObjectNode terminated = job.objectNode();
        terminated
                .putObject("terminated")
                .put("exitCode", 0)
                .put("message", result)
                .put("finishedAt", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        container(podOf(job), terminated.toString());
    }

    private ObjectNode createdJob() throws Exception {
        start().claim("store", "Bound");
        drover.model("llama", "pvc://store/llama");
        drover.awaitCause("llama", "JobCreated");
        return api.list("jobs").get(0);
    }

    private ObjectNode podOf(ObjectNode job) {
        ObjectNode pod = job.objectNode().put("apiVersion", "v1").put("kind", "Pod");
        pod.putObject("metadata")
                .put("name", "llama-pod")
                .put("namespace", "team-a")
                .set("labels", job.at("/spec/template/metadata/labels").deepCopy());
        pod.set("spec", job.at("/spec/template/spec").deepCopy());
        return api.create(pod);
    }

    private void container(ObjectNode pod, String state) {
        String status =
                "{\"status\":{\"phase\":\"Pending\",\"containerStatuses\":[{\"name\":\"extract\",\"state\":%s}]}}";
        api.patchStatus(
                "pods", "team-a", pod.at("/metadata/name").asText(), status.formatted(state));
    }

    private void warning(ObjectNode about, String reason, String message) {
        api.create(
                """
                apiVersion: v1
                kind: Event
                metadata: {name: %1$s, namespace: team-a}
                involvedObject: {namespace: team-a, kind: %2$s, name: %1$s, uid: %3$s}
                type: Warning
                reason: %4$s
                message: "%5$s"
                """
                        .formatted(
                                about.at("/metadata/name").asText(),
                                about.path("kind").asText(),
                                about.at("/metadata/uid").asText(),
                                reason,
                                message));
    }

    private void storageClass(String name, String bindingMode) {
        api.create(
                """
                apiVersion: storage.k8s.io/v1
                kind: StorageClass
                metadata: {name: %s}
                provisioner: example.com/disk
                volumeBindingMode: %s
                """
                        .formatted(name, bindingMode));
    }
}
