package dev.drover.weights;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * What is dropped of an object before it is cached: whatever the flow does not read. Beans {@code
 * weights-model-prune} and {@code weights-provider-prune}; they change the object they are given.
 */
final class Pruning {
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
    private static final List<String> READ_OF_PROVIDERS = List.of("provider", "endpoint", "config");

    private Pruning() {}

    /** Models: the spec stays whole, the status is another controller's. */
    static UnaryOperator<GenericKubernetesResource> model() {
        return object -> {
            pruneMetadata(object.getMetadata());
            object.getAdditionalProperties().remove("status");
            return object;
        };
    }

    /**
     * Providers: what weights depend on. Above all not {@code spec.auth}, which names a model's API
     * key.
     */
    static UnaryOperator<GenericKubernetesResource> provider() {
        return object -> {
            pruneMetadata(object.getMetadata());
            Map<String, Object> fields = object.getAdditionalProperties();
            fields.computeIfPresent("spec", (name, spec) -> only(READ_OF_PROVIDERS, spec));
            fields.computeIfPresent(
                    "status", (name, status) -> only(List.of("phase", "conditions"), status));
            return object;
        };
    }

    private static Object only(List<String> names, Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            return value;
        }
        Map<String, Object> kept = new LinkedHashMap<>();
        names.stream()
                .filter(name -> Objects.nonNull(map.get(name)))
                .forEach(name -> kept.put(name, map.get(name)));
        return kept;
    }

    /**
     * The text of the last-applied annotation goes, its key stays: whether there are annotations at
     * all decides how a patch adds one, and a wrong answer would wipe those of others.
     */
    private static void pruneMetadata(ObjectMeta metadata) {
        metadata.setManagedFields(null);
        if (metadata.getAnnotations() != null) {
            metadata.getAnnotations().computeIfPresent(LAST_APPLIED, (key, text) -> "");
        }
    }
}
