package dev.drover.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.registry.api.Operation;
import dev.drover.sandbox.registry.RegistryFault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How workloads are tied to records: options of linking, and labels that lead nowhere. */
@Timeout(60)
class LinkingRoutesTest {
    private SyncFixture drover;

    @AfterEach
    void close() throws Exception {
        drover.close();
    }

    private void start(Map<String, String> keys) throws Exception {
        drover = new SyncFixture(keys);
        drover.registry.addModel("iris");
        drover.registry.addVersion("1", "v1");
        drover.start();
    }

    private void awaitLinked() {
        await().until(() -> !drover.registry.records().isEmpty());
        drover.awaitQuiet();
    }

    private String annotation() {
        return drover.iris().at("/metadata/annotations/drover.dev~1registry").asText();
    }

    @Test
    void stripsTheLabelsItHasActedOn() throws Exception {
        start(Map.of("LINK_LABELS", "strip"));
        drover.createIris("1", "2");
        awaitLinked();
        String id = drover.link();
        assertThat(id).isNotEmpty();
        assertThat(drover.iris().at("/metadata/labels").has(SyncFixture.MODEL_LABEL)).isFalse();
        assertThat(drover.iris().at("/metadata/labels").has(SyncFixture.VERSION_LABEL)).isFalse();
        assertThat(drover.patches()).isEqualTo(1);
        assertThat(drover.record(id).at("/customProperties").has("version_pinned")).isFalse();

        String other = drover.registry.addVersion("1", "v2");
        drover.label(SyncFixture.VERSION_LABEL, other);
        await().until(() -> drover.record(id).path("modelVersionId").asText().equals(other));
        drover.awaitQuiet();
        assertThat(drover.iris().at("/metadata/labels").has(SyncFixture.VERSION_LABEL)).isFalse();
        assertThat(drover.link()).isEqualTo(id);
    }

    @Test
    void keepsTheLinkInTheAnnotationOnly() throws Exception {
        start(Map.of("LINK_TARGET", "annotation"));
        drover.createIris("1", "2");
        awaitLinked();
        assertThat(drover.link()).isEmpty();
        String id = drover.registry.records().get(0).path("id").asText();
        assertThat(annotation()).contains("\"record\":\"" + id + "\"");
        drover.registry.forgetRequests();
        drover.status("{\"observedGeneration\":2}");
        drover.awaitQuiet();
        assertThat(drover.calls()).isEmpty();
        assertThat(drover.patches()).isEqualTo(1);
    }

    @Test
    void linksTheSecondKindToo() throws Exception {
        start(Map.of("KINDS", "inferenceservices,llminferenceservices"));
        drover.api.create(
                """
                apiVersion: serving.kserve.io/v1alpha2
                kind: LLMInferenceService
                metadata:
                  name: llm
                  namespace: ml
                  labels: {modelregistry.opendatahub.io/registered-model-id: "1"}
                spec:
                  model: {uri: "hf://example/llm", name: example/llm}
                  replicas: 2
                """);
        awaitLinked();
        var record = drover.registry.records().get(0);
        assertThat(record.path("externalId").asText()).startsWith("kserve-llmisvc:");
        String id = record.path("id").asText();
        assertThat(drover.property(id, "model_name")).isEqualTo("example/llm");
        assertThat(record.at("/customProperties/max_replicas/int_value").asText()).isEqualTo("2");
        await().until(
                        () ->
                                drover.api
                                        .get("llminferenceservices", "ml", "llm")
                                        .orElseThrow()
                                        .at("/metadata/labels")
                                        .has(SyncFixture.LINK_LABEL));
    }

    @Test
    void doesNothingForAWorkloadWithoutLabels() throws Exception {
        start(Map.of());
        drover.createIris(null, null);
        drover.awaitQuiet();
        int lines = drover.lines.seen().size();
        for (int i = 0; i < 100; i++) {
            drover.status("{\"observedGeneration\":" + i + "}");
        }
        drover.awaitQuiet();
        assertThat(drover.calls()).isEmpty();
        assertThat(drover.patches()).isZero();
        assertThat(drover.lines.seen()).hasSize(lines);
    }

    @Test
    void replacesALinkToSomebodyElsesRecord() throws Exception {
        start(Map.of());
        String environment = drover.registry.addEnvironment("elsewhere");
        String foreign =
                drover.registry.add(
                        "inference_services",
                        WorkedExamplesTest.json(
                                """
                                {"name":"theirs","registeredModelId":"1","externalId":"theirs",
                                 "servingEnvironmentId":"%s"}\
                                """
                                        .formatted(environment)));
        var before = drover.record(foreign);
        drover.declare(
                "iris",
                ("modelregistry.opendatahub.io/registered-model-id: \"1\","
                                + " modelregistry.opendatahub.io/inference-service-id: \"%s\"")
                        .formatted(foreign),
                "");
        await().until(() -> !drover.link().equals(foreign));
        drover.awaitQuiet();
        assertThat(drover.record(foreign)).isEqualTo(before);
        assertThat(drover.reasons()).contains("LinkMismatch");
    }

    @Test
    void saysWhichReferenceIsWrong() throws Exception {
        start(Map.of());
        String other = drover.registry.addModel("other");
        String foreign = drover.registry.addVersion(other, "v1");
        drover.createIris("1", foreign);
        await().until(() -> drover.reasons().contains("InvalidReference"));
        assertThat(drover.registry.requests(Operation.CREATE_RECORD)).isEmpty();
        assertThat(drover.lines.seen())
                .contains(
                        "WARNING Reconciling InferenceService: ml/iris: label %s: model version %s is not a version of model 1 in registry ml"
                                .formatted(SyncFixture.VERSION_LABEL, foreign));
        drover.awaitQuiet();
        drover.registry.forgetRequests();
        drover.status("{\"observedGeneration\":2}");
        drover.awaitQuiet();
        assertThat(drover.calls()).isEmpty(); // not asked again before the hour is over
        drover.label(SyncFixture.VERSION_LABEL, "2");
        await().until(() -> !drover.link().isEmpty());
    }

    @Test
    void aServiceWithTheLabelIsARegistry() throws Exception {
        start(Map.of());
        drover.api.create(
                """
                apiVersion: v1
                kind: Service
                metadata:
                  name: more
                  namespace: odh-model-registries
                  labels: {component: model-registry}
                spec:
                  ports: [{name: http-api, port: 8080}]
                """);
        await().until(
                        () ->
                                drover.lines.seen().stream()
                                        .anyMatch(
                                                line ->
                                                        line.contains(
                                                                "registry"
                                                                        + " odh-model-registries.more:"
                                                                        + " http://more.odh-model-registries.svc")));
    }

    private void createServing(String name) {
        drover.create(name, null, null);
        drover.api.patchStatus(
                "inferenceservices",
                "ml",
                name,
                "{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]}}");
        drover.api.patch(
                "inferenceservices",
                "ml",
                name,
                "{\"metadata\":{\"labels\":{\"%s\":\"1\"}}}".formatted(SyncFixture.MODEL_LABEL));
    }

    private List<String> linked() {
        return Stream.of("a", "b", "c").filter(name -> !drover.link(name).isEmpty()).toList();
    }

    @Test
    void linksServingWorkloadsOneByOne() throws Exception {
        start(Map.of("LINK_RATE", "1"));
        Stream.of("a", "b", "c").forEach(this::createServing);
        await().until(() -> drover.registry.records().size() == 3);
        drover.awaitIdle();
        assertThat(linked()).hasSize(1);
        drover.live(Duration.ofSeconds(55));
        assertThat(linked()).as("a minute is not over").hasSize(1);
        drover.live(Duration.ofSeconds(6));
        assertThat(linked()).hasSize(2);
        drover.live(Duration.ofSeconds(61));
        assertThat(linked()).hasSize(3);
        assertThat(drover.registry.records()).hasSize(3);
        assertThat(drover.patches()).as("one each").isEqualTo(3);
        assertThat(drover.counter("drover.registry.link.writes", "result", "paced").orElse(0.0))
                .isPositive();
    }

    @Test
    void aTurnThatIsNotUsedIsTheNextOnes() throws Exception {
        start(Map.of("LINK_RATE", "1"));
        createServing("a");
        await().until(() -> linked().size() == 1);
        createServing("b");
        createServing("c");
        await().until(() -> drover.registry.records().size() == 3);
        drover.live(Duration.ofSeconds(30));
        drover.api.delete("inferenceservices", "ml", "b");
        drover.awaitIdle();
        drover.live(Duration.ofSeconds(31));
        assertThat(linked()).as("c does not wait for the turn of b").containsExactly("a", "c");
    }

    @Test
    void anAnnotationWaitsForItsTurnToGoToo() throws Exception {
        start(Map.of("LINK_RATE", "1"));
        createServing("iris");
        await().until(() -> !drover.link().isEmpty());
        drover.api.patch(
                "inferenceservices",
                "ml",
                "iris",
                "{\"metadata\":{\"labels\":{\"%s\":null,\"%s\":null}}}"
                        .formatted(SyncFixture.MODEL_LABEL, SyncFixture.LINK_LABEL));
        await().until(() -> drover.reasons().contains("RecordClosed"));
        drover.awaitIdle();
        assertThat(annotation()).isNotEmpty();
        drover.live(Duration.ofSeconds(61));
        assertThat(annotation()).isEmpty();
    }

    @Test
    void eachWorkloadOfABurstCountsInTheTimeToItsLastWrite() throws Exception {
        start(Map.of());
        drover.registry.fail(RegistryFault.on(Operation.CREATE_RECORD).delay(2));
        for (int i = 0; i < 60; i++) {
            drover.create("iris-" + i, "1", "2");
        }
        await().until(() -> drover.registry.records().size() == 60);
        await().until(() -> drover.meters.get("drover.registry.sync").timer().count() == 60);
    }
}
