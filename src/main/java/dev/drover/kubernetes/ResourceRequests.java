package dev.drover.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The requests of the component, object by object. Bodies are JSON trees and sent as they are, so
 * that zero and null mean what they say. Blocks; thread-safe; every method throws the {@link
 * ResourceException} that fits.
 */
final class ResourceRequests {
    private static final int PAGE = 500;
    private static final int LIST_ATTEMPTS = 3;

    private final ApiRequests api;
    private final Discovery discovery;
    private final KubernetesSerialization serialization;
    private final Duration readTimeout;
    private final Duration writeTimeout;

    ResourceRequests(
            KubernetesClient client,
            ApiRequests api,
            Discovery discovery,
            Duration readTimeout,
            Duration writeTimeout) {
        this.api = api;
        this.discovery = discovery;
        this.serialization = client.getKubernetesSerialization();
        this.readTimeout = readTimeout;
        this.writeTimeout = writeTimeout;
    }

    /** How a write is to be done. */
    record Manner(
            String subresource, String fieldManager, String fieldValidation, WriteFence fence) {}

    /** What the server has after a write; {@code object} is null when it said only "done". */
    record Written(GenericKubernetesResource object, List<String> warnings, boolean existed) {}

    /** The object, or empty when the server has none of that name. */
    Optional<GenericKubernetesResource> get(ResourceType type, ObjectKey key) {
        ServedResource served = served("get", type, key);
        String path = objectPath(served, key);
        try {
            return Optional.of(object(send(read("get", "get", type, key, path)).body()));
        } catch (NotFound e) {
            return Optional.empty();
        }
    }

    /**
     * All pages of a list.
     *
     * @param namespace empty = all
     */
    List<GenericKubernetesResource> list(
            ResourceType type, String namespace, String labelSelector, String fieldSelector) {
        ServedResource served = served("list", type, null);
        for (int attempt = 1; ; attempt++) {
            try {
                return pages(served, namespace, labelSelector, fieldSelector);
            } catch (Invalid e) {
                if (e.code() != 410 || attempt == LIST_ATTEMPTS) {
                    throw e;
                }
                // The version of the first page was compacted away meanwhile: begin again.
            }
        }
    }

    private List<GenericKubernetesResource> pages(
            ServedResource served, String namespace, String labelSelector, String fieldSelector) {
        List<GenericKubernetesResource> objects = new ArrayList<>();
        String next = "";
        do {
            String path =
                    new RequestPath(served.path(namespace))
                            .query("labelSelector", labelSelector)
                            .query("fieldSelector", fieldSelector)
                            .query("limit", String.valueOf(PAGE))
                            .query("continue", next)
                            .toString();
            byte[] body = send(read("list", "list", served.type(), null, path)).body();
            JsonNode page = tree(body);
            for (JsonNode item : page.path("items")) {
                ((ObjectNode) item).put("apiVersion", served.apiVersion());
                ((ObjectNode) item).put("kind", served.kind());
                objects.add(serialization.convertValue(item, GenericKubernetesResource.class));
            }
            next = page.path("metadata").path("continue").asText("");
        } while (!next.isEmpty());
        return objects;
    }

    /**
     * Creates {@code object}. One of that name that exists already is the result, not an error.
     *
     * @param key its name may be only the start of one ({@code generateName})
     * @param existing read the one that exists; without it the result has no object
     */
    Written create(
            ResourceType type, ObjectKey key, ObjectNode object, boolean existing, Manner manner) {
        ServedResource served = served("create", type, key);
        boolean named = !object.path("metadata").path("name").asText().isEmpty();
        object.put("apiVersion", served.apiVersion());
        object.put("kind", served.kind());
        String path = parameters(new RequestPath(served.path(key.namespace())), manner);
        var request =
                write("create", "create", type, key, "POST", path, "application/json", object);
        try {
            ApiRequests.Reply reply = send(request, manner.fence());
            return new Written(object(reply.body()), reply.warnings(), false);
        } catch (AlreadyExists e) {
            if (!existing) {
                return new Written(null, List.of(), true);
            }
            Optional<GenericKubernetesResource> found = named ? get(type, key) : Optional.empty();
            return new Written(found.orElseThrow(() -> new Conflict(e.answer())), List.of(), true);
        }
    }

    /** RFC 6902. A failed {@code test} is a {@link Conflict}. */
    Written jsonPatch(ResourceType type, ObjectKey key, JsonNode patch, Manner manner) {
        return patch("jsonPatch", "application/json-patch+json", type, key, patch, manner);
    }

    /** RFC 7386. An old {@code metadata.resourceVersion} in the patch is a {@link Conflict}. */
    Written mergePatch(ResourceType type, ObjectKey key, JsonNode patch, Manner manner) {
        return patch("mergePatch", "application/merge-patch+json", type, key, patch, manner);
    }

    private Written patch(
            String operation,
            String contentType,
            ResourceType type,
            ObjectKey key,
            JsonNode patch,
            Manner manner) {
        ServedResource served = served(operation, type, key);
        RequestPath path = new RequestPath(objectPath(served, key)).segment(manner.subresource());
        var request =
                write(
                        operation,
                        "patch",
                        type,
                        key,
                        "PATCH",
                        parameters(path, manner),
                        contentType,
                        patch);
        ApiRequests.Reply reply = send(request, manner.fence());
        return new Written(object(reply.body()), reply.warnings(), false);
    }

    /**
     * Deletes the object, with its dependents unless {@code propagation} says otherwise. One that
     * is not there is deleted already.
     *
     * @param uid the object must still have it, else {@link Conflict}; null = whatever its UID
     */
    Written delete(
            ResourceType type, ObjectKey key, String uid, String propagation, Manner manner) {
        ServedResource served = served("delete", type, key);
        ObjectNode options = JsonNodeFactory.instance.objectNode();
        options.put("apiVersion", "v1").put("kind", "DeleteOptions");
        options.put("propagationPolicy", propagation);
        if (uid != null) {
            options.putObject("preconditions").put("uid", uid);
        }
        var request =
                write(
                        "delete",
                        "delete",
                        type,
                        key,
                        "DELETE",
                        objectPath(served, key),
                        "application/json",
                        options);
        ApiRequests.Reply reply;
        try {
            reply = send(request, manner.fence());
        } catch (NotFound e) {
            return new Written(null, List.of(), false);
        }
        boolean gone = "Status".equals(tree(reply.body()).path("kind").asText());
        return new Written(gone ? null : object(reply.body()), reply.warnings(), false);
    }

    /** The kind as it is served now; without a request where that is known. */
    ServedResource served(String operation, ResourceType type, ObjectKey key) {
        var asked = read(operation, "get", type, key, "");
        try {
            return discovery
                    .find(type)
                    .orElseThrow(
                            () ->
                                    new NotServed(
                                            asked.answer(
                                                    404, "not in discovery", Optional.empty())));
        } catch (KubernetesClientException e) {
            throw new ServerFailure(
                    asked.answer(e.getCode(), "discovery: " + e.getMessage(), Optional.empty()), e);
        }
    }

    private ApiRequests.Reply send(ApiRequest request, WriteFence fence) {
        if (fence != null && !fence.open()) {
            throw new Fenced(request.answer(0, "", Optional.empty()));
        }
        return send(request);
    }

    private ApiRequests.Reply send(ApiRequest request) {
        try {
            return api.send(request);
        } catch (NotServed e) {
            discovery.forget(request.type());
            throw e;
        }
    }

    private ApiRequest read(
            String operation, String verb, ResourceType type, ObjectKey key, String path) {
        return new ApiRequest(operation, verb, type, key, "GET", path, null, null, readTimeout);
    }

    private ApiRequest write(
            String operation,
            String verb,
            ResourceType type,
            ObjectKey key,
            String method,
            String path,
            String contentType,
            JsonNode body) {
        return new ApiRequest(
                operation,
                verb,
                type,
                key,
                method,
                path,
                contentType,
                body.toString(),
                writeTimeout);
    }

    private static String objectPath(ServedResource served, ObjectKey key) {
        return new RequestPath(served.path(key.namespace())).segment(key.name()).toString();
    }

    private static String parameters(RequestPath path, Manner manner) {
        return path.query("fieldManager", manner.fieldManager())
                .query("fieldValidation", manner.fieldValidation())
                .toString();
    }

    private GenericKubernetesResource object(byte[] body) {
        return serialization.unmarshal(
                new ByteArrayInputStream(body), GenericKubernetesResource.class);
    }

    private JsonNode tree(byte[] body) {
        return serialization.unmarshal(new ByteArrayInputStream(body), JsonNode.class);
    }
}
