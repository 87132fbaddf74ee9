package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How a test itself reaches the objects: past the socket, with full rights, not in the log. */
final class TestAccess {
    private static final String MANAGER = "test";

    private final Kinds kinds;
    private final Handlers handlers;

    TestAccess(Kinds kinds, Handlers handlers) {
        this.kinds = kinds;
        this.handlers = handlers;
    }

    ObjectNode create(ObjectNode object) {
        Target target = targetOf(object);
        if (target.kind().namespaced()) {
            ensureNamespace(target.namespace());
        }
        Target collection = target.named("");
        return expect(perform(Verb.CREATE, collection, Map.of(), "application/json", object));
    }

    void createOrReplace(ObjectNode object) {
        Target target = targetOf(object);
        Answer now = perform(Verb.GET, target, Map.of(), "application/json", Json.object());
        if (now.code() == 404) {
            create(object);
        } else {
            expect(perform(Verb.UPDATE, target, Map.of(), "application/json", object));
        }
    }

    Optional<ObjectNode> get(String resource, String namespace, String name) {
        Target target = target(resource, namespace, name, "");
        Answer answer = perform(Verb.GET, target, Map.of(), "application/json", Json.object());
        return answer.code() == 404 ? Optional.empty() : Optional.of(expect(answer));
    }

    List<ObjectNode> list(String resource) {
        Target target = target(resource, "", "", "");
        ObjectNode list =
                expect(perform(Verb.LIST, target, Map.of(), "application/json", Json.object()));
        List<ObjectNode> items = new ArrayList<>();
        list.get("items").forEach(item -> items.add((ObjectNode) item));
        return items;
    }

    ObjectNode patch(
            String resource, String namespace, String name, String subresource, String patch) {
        Target target = target(resource, namespace, name, subresource);
        return expect(
                perform(
                        Verb.PATCH,
                        target,
                        Map.of(),
                        "application/merge-patch+json",
                        Json.object(patch)));
    }

    void delete(String resource, String namespace, String name) {
        Target target = target(resource, namespace, name, "");
        expect(perform(Verb.DELETE, target, Map.of(), "application/json", Json.object()));
    }

    void ensureNamespace(String name) {
        if (get("namespaces", "", name).isEmpty()) {
            ObjectNode namespace = Json.object().put("apiVersion", "v1").put("kind", "Namespace");
            namespace.putObject("metadata").put("name", name);
            create(namespace);
        }
    }

    private Target targetOf(ObjectNode object) {
        String apiVersion = object.path("apiVersion").asText();
        String kindName = object.path("kind").asText();
        for (Kind kind : kinds.all()) {
            for (Kind.Version version : kind.versions()) {
                if (kind.name().equals(kindName) && kind.apiVersion(version).equals(apiVersion)) {
                    String namespace = object.at("/metadata/namespace").asText("default");
                    return new Target(
                            kind,
                            version,
                            !kind.namespaced() ? "" : namespace.isEmpty() ? "default" : namespace,
                            object.at("/metadata/name").asText(),
                            "");
                }
            }
        }
        throw new IllegalArgumentException(
                "%s %s is not served; install its CRD first".formatted(apiVersion, kindName));
    }

    private Target target(String resource, String namespace, String name, String subresource) {
        Kind kind =
                kinds.byPlural(resource)
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                resource + " is not served; install its CRD"));
        return new Target(kind, kind.versions().get(0), namespace, name, subresource);
    }

    private Answer perform(
            Verb verb, Target target, Map<String, String> query, String type, ObjectNode body) {
        return handlers.answer(
                new ApiRequest(
                        verb,
                        target,
                        query,
                        Map.of("content-type", type, "user-agent", MANAGER),
                        body.toString().getBytes(StandardCharsets.UTF_8),
                        Rights.ADMIN));
    }

    private static ObjectNode expect(Answer answer) {
        if (answer.code() >= 400) {
            throw new IllegalStateException(answer.body().toString());
        }
        return (ObjectNode) answer.body();
    }
}
