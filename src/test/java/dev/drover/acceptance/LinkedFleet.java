package dev.drover.acceptance;

import static dev.drover.acceptance.PublishedWorkload.NAMESPACE;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.sandbox.apiserver.ApiServerDouble;
import dev.drover.sandbox.registry.RegistryDouble;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Many InferenceServices with their records, as Drover leaves them: it links one, the others are
 * made in its image, so that nothing remains to be written if, and only if, the image is true.
 */
final class LinkedFleet {
    private static final String DOMAIN = "modelregistry.opendatahub.io/";
    private static final String LINK = DOMAIN + "inference-service-id";
    private static final String FACTS = "drover.dev/registry";
    private static final String FIRST = "workload-first";

    final ApiServerDouble api = ApiServerDouble.start().installDevelopmentCrds();
    final RegistryDouble registry = RegistryDouble.start();
    private final PublishedWorkload workloads;

    LinkedFleet() {
        String model = registry.addModel("iris");
        workloads =
                new PublishedWorkload(
                        4,
                        "\"%sregistered-model-id\": \"%s\", \"%smodel-version-id\": \"%s\""
                                .formatted(
                                        DOMAIN, model, DOMAIN, registry.addVersion(model, "v1")));
        api.create(workloads.applied(FIRST));
    }

    /** Waits until the running Drover has linked the first one and recorded that it serves. */
    void awaitFirst() {
        await().atMost(Duration.ofSeconds(30)).until(() -> !link().isEmpty());
        serve(FIRST);
        await().atMost(Duration.ofSeconds(30))
                .until(
                        () ->
                                registry.record(link())
                                        .orElseThrow()
                                        .at("/customProperties/ready/bool_value")
                                        .asBoolean());
    }

    private String link() {
        return first().path("metadata").path("labels").path(LINK).asText();
    }

    private ObjectNode first() {
        return api.get("inferenceservices", NAMESPACE, FIRST).orElseThrow();
    }

    private void serve(String name) {
        api.patchStatus(
                "inferenceservices",
                NAMESPACE,
                name,
                "{\"status\":" + PublishedWorkload.status(name) + "}");
    }

    /** Until there are so many. */
    void growTo(int size) {
        ObjectNode pattern = first();
        ObjectNode record = registry.record(link()).orElseThrow();
        record.remove(List.of("id", "createTimeSinceEpoch", "lastUpdateTimeSinceEpoch"));
        for (int i = 1; i < size; i++) {
            addLike(pattern, record, name(i));
        }
    }

    static String name(int i) {
        return "workload-%05d".formatted(i);
    }

    private void addLike(ObjectNode pattern, ObjectNode record, String name) {
        String uid = api.create(workloads.applied(name)).at("/metadata/uid").asText();
        String patternUid = pattern.at("/metadata/uid").asText();
        String id =
                registry.add(
                        "inference_services",
                        PublishedWorkload.json(
                                record.toString().replace(FIRST, name).replace(patternUid, uid)));
        String facts =
                pattern.at("/metadata/annotations")
                        .path(FACTS)
                        .asText()
                        .replace(patternUid, uid)
                        .replace(
                                "\"record\":\"" + link(pattern) + "\"",
                                "\"record\":\"" + id + "\"");
        ObjectNode patch = pattern.objectNode();
        ObjectNode metadata = patch.putObject("metadata");
        metadata.putObject("labels").put(LINK, id);
        metadata.putObject("annotations").put(FACTS, facts);
        api.patch("inferenceservices", NAMESPACE, name, patch.toString());
        serve(name);
    }

    private static String link(ObjectNode object) {
        return object.path("metadata").path("labels").path(LINK).asText();
    }

    /** Sizes of the objects as JSON in bytes, in ascending order. */
    int[] sizes() {
        return api.list("inferenceservices").stream()
                .mapToInt(object -> object.toString().length())
                .sorted()
                .toArray();
    }

    /** Changes what no record shows. */
    void touchStatus(int i) {
        api.patchStatus(
                "inferenceservices",
                NAMESPACE,
                name(i),
                "{\"status\":{\"modelStatus\":{\"copies\":{\"failedCopies\":1}}}}");
    }

    /** Requests that changed a workload. */
    long writes() {
        return api.requests().writes().stream()
                .filter(it -> it.toString().contains("inferenceservices"))
                .count();
    }

    /** Requests to the registry by method and path without ids and queries. */
    Map<String, Long> calls() {
        return registry.requests().stream()
                .collect(
                        java.util.stream.Collectors.groupingBy(
                                it ->
                                        it.method()
                                                + " "
                                                + it.path()
                                                        .replaceFirst(".*/v1(alpha3)?/", "")
                                                        .replaceAll("[0-9]+", "{id}"),
                                java.util.TreeMap::new,
                                java.util.stream.Collectors.counting()));
    }

    void forget() {
        registry.forgetRequests();
        api.requests().clear();
    }

    void close() {
        registry.close();
        api.close();
    }
}
