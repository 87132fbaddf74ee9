package dev.drover.acceptance;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.sandbox.RawApi;
import java.time.Duration;
import java.util.List;

/** InferenceServices of one namespace, as their users and KServe's controller see them. */
record Workloads(RawApi api, String namespace) {
    static final String DOMAIN = "modelregistry.opendatahub.io/";

    private String collection() {
        return "/apis/serving.kserve.io/v1beta1/namespaces/" + namespace + "/inferenceservices";
    }

    String path(String name) {
        return collection() + "/" + name;
    }

    /** Labels that ask for a record. */
    static String labels(String model, String version) {
        return "%1$sregistered-model-id: \"%2$s\", %1$smodel-version-id: \"%3$s\""
                .formatted(DOMAIN, model, version);
    }

    /** As a user applies it; its uid. */
    String create(String name, String labels) {
        return create(
                name, labels, "{model: {modelFormat: {name: sklearn}, storageUri: s3://b/iris}}");
    }

    /**
     * @param predictor as YAML
     */
    String create(String name, String labels, String predictor) {
        return api.post(
                        collection(),
                        """
                        apiVersion: serving.kserve.io/v1beta1
                        kind: InferenceService
                        metadata: {name: %s, labels: {%s}}
                        spec: {predictor: %s}
                        """
                                .formatted(name, labels, predictor))
                .expect(201)
                .at("/metadata/uid");
    }

    /** What KServe's controller says of it once it serves. */
    void serve(String name) {
        patch(path(name) + "/status", "{\"status\":" + PublishedWorkload.status(name) + "}");
    }

    /** A status that no record shows. */
    void touch(String name, int generation) {
        patch(path(name) + "/status", "{\"status\":{\"observedGeneration\":" + generation + "}}");
    }

    /**
     * It is of another model now.
     *
     * @param version null for none
     */
    void refer(String name, String model, String version) {
        label(name, "registered-model-id", model, "model-version-id", version);
    }

    /**
     * @param labels key without the domain and value in turn; null removes the label
     */
    void label(String name, String... labels) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        ObjectNode wanted = patch.putObject("metadata").putObject("labels");
        for (int i = 0; i < labels.length; i += 2) {
            wanted.put(DOMAIN + labels[i], labels[i + 1]);
        }
        patch(path(name), patch.toString());
    }

    /** A finalizer of somebody, and none beside it. */
    void hold(String name, String finalizer) {
        patch(path(name), "{\"metadata\":{\"finalizers\":[\"" + finalizer + "\"]}}");
    }

    private void patch(String path, String body) {
        api.patch(path, RawApi.MERGE_PATCH, body).expect(200);
    }

    JsonNode get(String name) {
        return api.get(path(name)).expect(200).body();
    }

    boolean exists(String name) {
        return api.get(path(name)).code() == 200;
    }

    void delete(String name) {
        api.delete(path(name)).expect(200);
    }

    /** Id of the record that it is linked with, empty if it is not. */
    String link(String name) {
        return get(name)
                .path("metadata")
                .path("labels")
                .path(DOMAIN + "inference-service-id")
                .asText();
    }

    String awaitLink(String name) {
        await("link of " + name)
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> !link(name).isEmpty());
        return link(name);
    }

    /** Words of the Events of this namespace, repeated ones once. */
    List<String> reasons() {
        return api.get("/apis/events.k8s.io/v1/namespaces/" + namespace + "/events")
                .expect(200)
                .body()
                .path("items")
                .findValuesAsText("reason");
    }

    /** Removes all, whatever holds them. */
    void clear() {
        JsonNode items = api.get(collection()).body().path("items");
        for (JsonNode item : items) {
            String path = path(item.at("/metadata/name").asText());
            api.delete(path);
            if (!item.at("/metadata/finalizers").isMissingNode()) {
                api.patch(path, RawApi.MERGE_PATCH, "{\"metadata\":{\"finalizers\":null}}");
            }
        }
    }
}
