package dev.drover.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.sandbox.RawApi;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Providers and models of one namespace, as their users write them. */
record Fleet(RawApi api, String namespace) {
    private static final String GROUP = "/apis/inference.opendatahub.io/v1alpha1/namespaces/";

    /** One entry of a model's list. */
    record Ref(String provider, int weight) {
        String yaml() {
            return """
                - ref: {name: %s}
                  targetModel: %s
                  apiFormat: openai-chat
                  path: /v1/chat/completions
                  weight: %d
                  config: {region: eu, deployment: blue}
            """
                    .formatted(provider, EnginePage.MODEL, weight);
        }
    }

    /** A provider whose vLLM metrics are at this URL; any text is taken. */
    Fleet provider(String name, String metricsUrl) {
        return provider(name, "remote-maas", "{metrics.vllm.url: \"" + metricsUrl + "\"}");
    }

    Fleet provider(String name, String label, String config) {
        api.post(
                        path("externalproviders"),
                        """
                        apiVersion: inference.opendatahub.io/v1alpha1
                        kind: ExternalProvider
                        metadata: {name: %s}
                        spec:
                          provider: %s
                          endpoint: %s.example.com
                          auth: {type: apikey, secretRef: {name: key}}
                          config: %s
                        """
                                .formatted(name, label, name, config))
                .expect(201);
        return this;
    }

    Fleet model(String name, Ref... refs) {
        api.post(path("externalmodels"), modelYaml(name, refs)).expect(201);
        return this;
    }

    String modelYaml(String name, Ref... refs) {
        return """
        apiVersion: inference.opendatahub.io/v1alpha1
        kind: ExternalModel
        metadata: {name: %s, namespace: %s}
        spec:
          modelName: %s
          externalProviderRefs:
        """
                        .formatted(name, namespace, EnginePage.MODEL)
                + List.of(refs).stream().map(Ref::yaml).collect(Collectors.joining());
    }

    JsonNode get(String model) {
        return api.get(path("externalmodels") + "/" + model).expect(200).body();
    }

    List<Integer> weights(String model) {
        List<Integer> weights = new ArrayList<>();
        get(model)
                .at("/spec/externalProviderRefs")
                .forEach(ref -> weights.add(ref.path("weight").intValue()));
        return weights;
    }

    /** Somebody edits the weight of one ref. */
    void edit(String model, int index, int weight) {
        api.patch(
                        path("externalmodels") + "/" + model + "?fieldManager=kubectl-edit",
                        RawApi.JSON_PATCH,
                        "[{\"op\":\"replace\",\"path\":\"/spec/externalProviderRefs/%d/weight\",\"value\":%d}]"
                                .formatted(index, weight))
                .expect(200);
    }

    /** The component that looks after providers says this of one. */
    void ready(String provider, boolean ready) {
        api.patch(
                        path("externalproviders") + "/" + provider + "/status",
                        RawApi.MERGE_PATCH,
                        "{\"status\":{\"phase\":\"" + (ready ? "Ready" : "Failed") + "\"}}")
                .expect(200);
    }

    void deleteProvider(String name) {
        api.delete(path("externalproviders") + "/" + name).expect(200);
    }

    void annotate(String model, String annotation, String value) {
        api.patch(
                        path("externalmodels") + "/" + model,
                        RawApi.MERGE_PATCH,
                        "{\"metadata\":{\"annotations\":{\"%s\":\"%s\"}}}"
                                .formatted(annotation, value))
                .expect(200);
    }

    /** What Drover remembers in the model of this entry. */
    JsonNode state(String model, int index) {
        String text = get(model).at("/metadata/annotations/drover.dev~1weights").asText("{}");
        return RawApi.documents(text).get(0).at("/refs/" + index);
    }

    void deleteModel(String name) {
        api.delete(path("externalmodels") + "/" + name).expect(200);
    }

    /** Events about objects of this namespace with this reason. */
    List<JsonNode> events(String reason) {
        JsonNode items =
                api.get("/apis/events.k8s.io/v1/namespaces/" + namespace + "/events")
                        .expect(200)
                        .body()
                        .path("items");
        return IntStream.range(0, items.size())
                .mapToObj(items::get)
                .filter(event -> event.path("reason").asText().equals(reason))
                .toList();
    }

    /** Removes everything. */
    void clear() {
        for (String plural : List.of("externalmodels", "externalproviders")) {
            api.delete(path(plural));
        }
    }

    String path(String plural) {
        return GROUP + namespace + "/" + plural;
    }
}
