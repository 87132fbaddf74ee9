package dev.drover.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.sandbox.RawApi;
import dev.drover.sandbox.controlplane.ControlPlane;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a kustomization under {@code deploy/} builds. */
record Manifests(List<ObjectNode> objects) {
    static Manifests of(ControlPlane plane, String folder) {
        String yaml = plane.kubectl().run("kustomize", folder).expectSuccess();
        return new Manifests(RawApi.documents(yaml));
    }

    String yaml() {
        return objects.stream().map(ObjectNode::toString).collect(Collectors.joining("\n---\n"));
    }

    Stream<ObjectNode> of(String kind) {
        return objects.stream().filter(object -> object.path("kind").asText().equals(kind));
    }

    /** The only object of this kind. */
    ObjectNode one(String kind) {
        List<ObjectNode> found = of(kind).toList();
        if (found.size() != 1) {
            throw new AssertionError(found.size() + " objects of kind " + kind);
        }
        return found.get(0);
    }

    String namespace() {
        return one("Namespace").at("/metadata/name").asText();
    }

    String serviceAccount() {
        return one("ServiceAccount").at("/metadata/name").asText();
    }

    /** {@code drover.properties} as shipped. */
    String configuration() {
        return one("ConfigMap").at("/data/drover.properties").asText();
    }

    /** A pod as the Deployment would make it. */
    ObjectNode pod(String name) {
        JsonNode template = one("Deployment").at("/spec/template");
        ObjectNode pod = template.deepCopy();
        pod.put("apiVersion", "v1").put("kind", "Pod");
        pod.withObject("/metadata").put("name", name).put("namespace", namespace());
        return pod;
    }

    /** Rules of the Roles and ClusterRoles, whoever they are bound to. */
    List<JsonNode> rules() {
        return Stream.of("Role", "ClusterRole")
                .flatMap(this::of)
                .flatMap(role -> Stream.of(role).flatMap(Manifests::rulesOf))
                .toList();
    }

    private static Stream<JsonNode> rulesOf(JsonNode role) {
        return role.path("rules").valueStream();
    }

    /** Namespaces that some objects live in and that others bring: those of registries. */
    void createForeignNamespaces(RawApi api) {
        List<String> own = of("Namespace").map(it -> it.at("/metadata/name").asText()).toList();
        objects.stream()
                .map(it -> it.at("/metadata/namespace").asText())
                .filter(it -> !it.isEmpty() && !own.contains(it))
                .distinct()
                .forEach(
                        it ->
                                api.create(
                                        "{apiVersion: v1, kind: Namespace, metadata: {name: "
                                                + it
                                                + "}}"));
    }

    void applyTo(RawApi api) {
        createForeignNamespaces(api);
        objects.forEach(object -> api.create(object.toString()));
    }
}
