package dev.drover.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Asks the server which kinds it serves, through the discovery documents that every authenticated
 * user may read: no permission on CRDs is needed. Blocks; thread-safe.
 */
final class Discovery {
    private final KubernetesClient client;
    private final Map<ResourceType, ServedResource> known = new ConcurrentHashMap<>();

    Discovery(KubernetesClient client) {
        this.client = client;
    }

    /** What was last found, without a request where there was such a thing. */
    Optional<ServedResource> find(ResourceType type) {
        ServedResource served = known.get(type);
        return served == null ? look(type) : Optional.of(served);
    }

    /**
     * Forgets what {@link #find} knew: a request has shown that the kind is no longer served so.
     */
    void forget(ResourceType type) {
        known.remove(type);
    }

    /**
     * Asks the server now.
     *
     * @return the first version of {@code type} that the server serves, or empty if it serves none
     * @throws KubernetesClientException if the server gave no such answer
     */
    Optional<ServedResource> look(ResourceType type) {
        known.remove(type);
        for (String version : served(type)) {
            Optional<ServedResource> found =
                    read(path(type.group(), version)).flatMap(list -> pick(type, version, list));
            if (found.isPresent()) {
                known.put(type, found.get());
                return found;
            }
        }
        return Optional.empty();
    }

    /** The wanted versions, as far as the group's document names them. */
    private List<String> served(ResourceType type) {
        if (type.group().isEmpty()) {
            return type.versions();
        }
        List<String> named = new ArrayList<>();
        read("/apis/" + type.group())
                .ifPresent(
                        group ->
                                group.path("versions")
                                        .forEach(each -> named.add(each.path("version").asText())));
        return type.versions().stream().filter(named::contains).toList();
    }

    private static Optional<ServedResource> pick(
            ResourceType type, String version, JsonNode resources) {
        for (JsonNode each : resources.path("resources")) {
            if (type.plural().equals(each.path("name").asText())) {
                return Optional.of(
                        new ServedResource(
                                type,
                                version,
                                each.path("kind").asText(),
                                each.path("namespaced").asBoolean()));
            }
        }
        return Optional.empty();
    }

    /** The document, or empty where the server has none (404). */
    private Optional<JsonNode> read(String path) {
        return Optional.ofNullable(client.raw(path))
                .map(text -> client.getKubernetesSerialization().unmarshal(text, JsonNode.class));
    }

    private static String path(String group, String version) {
        return group.isEmpty() ? "/api/" + version : "/apis/" + group + "/" + version;
    }
}
