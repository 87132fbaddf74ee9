package dev.drover.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.sandbox.registry.SeenRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One life of a workload under each choice: linked, updated, of another version, of another model,
 * unlinked, linked again, deleted. Every two choices meet in some row.
 */
@Timeout(60)
class OptionRoutesTest extends TwoServersTest {
    private static final String NOTE = "drover.dev/registry";

    private String domain;
    private boolean strips;
    private boolean inAnnotation;
    private String plural;
    private SyncFixture drover;

    @ParameterizedTest
    @CsvSource({
        "modelregistry.opendatahub.io, keep,  label,      inferenceservices,    v1alpha3",
        "modelregistry.opendatahub.io, keep,  annotation, llminferenceservices, v1",
        "modelregistry.opendatahub.io, strip, label,      llminferenceservices, v1alpha3",
        "modelregistry.opendatahub.io, strip, annotation, inferenceservices,    v1",
        "modelregistry.kubeflow.org,   keep,  label,      llminferenceservices, v1",
        "modelregistry.kubeflow.org,   keep,  annotation, inferenceservices,    v1alpha3",
        "modelregistry.kubeflow.org,   strip, label,      inferenceservices,    v1",
        "modelregistry.kubeflow.org,   strip, annotation, llminferenceservices, v1alpha3",
    })
    void aLife(String domain, String labels, String target, String kind, String version)
            throws Exception {
        this.domain = domain;
        this.strips = labels.equals("strip");
        this.inAnnotation = target.equals("annotation");
        this.plural = kind;
        String otherVersion = registry.addVersion("1", "v2");
        String otherModel = registry.addModel("other");
        registry.serve(version);
        Map<String, String> keys =
                Map.of(
                        "DOMAIN", domain,
                        "LINK_LABELS", labels,
                        "LINK_TARGET", target,
                        "KINDS", "inferenceservices,llminferenceservices",
                        "LINK_RATE", "600");
        try (SyncFixture started = drover(keys)) {
            drover = started;
            String uid = create();
            String id = linked(uid, "1", "2");
            updated(id);
            ofAnotherVersion(id, otherVersion);
            String other = ofAnotherModel(uid, id, otherModel);
            unlinked(other);
            assertThat(linkedAgain(uid)).isEqualTo(id);
            deleted(id);

            assertThat(registry.records()).hasSize(2);
            assertThat(registry.requests())
                    .filteredOn(it -> it.operation().isPresent())
                    .map(SeenRequest::path)
                    .filteredOn(it -> it.contains("/api/model_registry/"))
                    .filteredOn(it -> it.contains("inference_service"))
                    .allMatch(it -> it.startsWith("/api/model_registry/" + version + "/"));
        }
    }

    private String create() {
        return api.create(
                        """
                        apiVersion: serving.kserve.io/%s
                        kind: %s
                        metadata:
                          name: iris
                          namespace: ml
                          labels: {%s/registered-model-id: "1", %s/model-version-id: "2"}
                        spec: %s
                        """
                                .formatted(
                                        isLlm() ? "v1alpha2" : "v1beta1",
                                        isLlm() ? "LLMInferenceService" : "InferenceService",
                                        domain,
                                        domain,
                                        isLlm()
                                                ? "{model: {uri: hf://example/iris}}"
                                                : "{predictor: {model: {modelFormat: {name:"
                                                        + " sklearn}, storageUri: s3://b/iris}}}"))
                .get(0)
                .at("/metadata/uid")
                .asText();
    }

    private boolean isLlm() {
        return plural.equals("llminferenceservices");
    }

    private String identity(String uid, String model) {
        return (isLlm() ? "kserve-llmisvc:" : "kserve-isvc:") + uid + ":" + model;
    }

    private String linked(String uid, String model, String version) {
        await().until(() -> !link().isEmpty());
        String id = link();
        ObjectNode record = drover.record(id);
        assertThat(record.path("externalId").asText()).isEqualTo(identity(uid, model));
        assertThat(record.path("modelVersionId").asText()).isEqualTo(version);
        assertThat(record.path("desiredState").asText()).isEqualTo("DEPLOYED");
        assertThat(labels().has(domain + "/registered-model-id")).isNotEqualTo(strips);
        assertThat(labels().has(domain + "/model-version-id")).isNotEqualTo(strips);
        assertThat(labels().has(domain + "/inference-service-id")).isNotEqualTo(inAnnotation);
        drover.awaitIdle();
        assertThat(patches()).isEqualTo(1);
        return id;
    }

    private void updated(String id) {
        api.patchStatus(
                plural,
                "ml",
                "iris",
                """
                {"status":{"url":"http://iris.example.com",
                 "conditions":[{"type":"Ready","status":"True"}]}}\
                """);
        await().until(() -> drover.property(id, "url").equals("http://iris.example.com"));
        drover.awaitIdle();
        assertThat(patches()).isEqualTo(1);
    }

    private void ofAnotherVersion(String id, String version) {
        label("model-version-id", version);
        await().until(() -> drover.record(id).path("modelVersionId").asText().equals(version));
        drover.awaitIdle();
        assertThat(link()).isEqualTo(id);
        assertThat(labels().has(domain + "/model-version-id")).isNotEqualTo(strips);
        assertThat(patches()).isEqualTo(strips ? 2 : 1);
    }

    private String ofAnotherModel(String uid, String id, String model) {
        int patches = patches();
        edit(
                "{\"metadata\":{\"labels\":{\"%1$s/registered-model-id\":\"%2$s\",\"%1$s/model-version-id\":null}}}"
                        .formatted(domain, model));
        await().until(() -> !link().equals(id));
        drover.awaitIdle();
        assertThat(patches()).isEqualTo(patches + 1);
        assertThat(state(id)).isEqualTo("UNDEPLOYED");
        assertThat(drover.record(link()).path("externalId").asText())
                .isEqualTo(identity(uid, model));
        assertThat(state(link())).isEqualTo("DEPLOYED");
        return link();
    }

    private void unlinked(String id) {
        List<String> nulls = new ArrayList<>();
        for (String key :
                List.of("registered-model-id", "model-version-id", "inference-service-id")) {
            nulls.add("\"%s/%s\":null".formatted(domain, key));
        }
        edit(
                "{\"metadata\":{\"labels\":{%s},\"annotations\":{%s}}}"
                        .formatted(
                                String.join(",", nulls),
                                inAnnotation ? "\"" + NOTE + "\":null" : ""));
        await().until(() -> state(id).equals("UNDEPLOYED"));
        await().until(() -> object().at("/metadata/annotations").path(NOTE).isMissingNode());
        drover.awaitIdle();
        assertThat(state(id)).isEqualTo("UNDEPLOYED");
    }

    private String linkedAgain(String uid) {
        label("registered-model-id", "1");
        await().until(() -> !link().isEmpty());
        assertThat(drover.record(link()).path("externalId").asText()).isEqualTo(identity(uid, "1"));
        assertThat(state(link())).isEqualTo("DEPLOYED");
        return link();
    }

    private void deleted(String id) {
        api.delete(plural, "ml", "iris");
        await().until(() -> state(id).equals("UNDEPLOYED"));
        drover.awaitIdle();
        assertThat(state(id)).isEqualTo("UNDEPLOYED");
    }

    private ObjectNode object() {
        return api.get(plural, "ml", "iris").orElseThrow();
    }

    private JsonNode labels() {
        return object().at("/metadata/labels");
    }

    private String link() {
        if (!inAnnotation) {
            return labels().path(domain + "/inference-service-id").asText();
        }
        String note = object().at("/metadata/annotations").path(NOTE).asText();
        return note.isEmpty() ? "" : WorkedExamplesTest.json(note).path("record").asText();
    }

    private String state(String id) {
        return drover.record(id).path("desiredState").asText();
    }

    private int patches() {
        return api.requests().of("patch", plural).size();
    }

    private void label(String key, String value) {
        edit("{\"metadata\":{\"labels\":{\"%s/%s\":\"%s\"}}}".formatted(domain, key, value));
    }

    private void edit(String patch) {
        api.patch(plural, "ml", "iris", patch);
    }
}
