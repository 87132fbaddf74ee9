package dev.drover.basemodels;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * What is dropped of an object before it is cached: whatever the flow does not read. The functions
 * change the object they are given.
 */
final class Pruning {
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    private Pruning() {}

    /** Models: without what only serving reads, such as {@code spec.modelConfiguration}. */
    static UnaryOperator<GenericKubernetesResource> model() {
        return keeping(
                List.of(
                        "storage",
                        "distribution",
                        "modelType",
                        "modelArchitecture",
                        "modelFormat",
                        "modelFramework",
                        "modelParameterSize",
                        "maxTokens",
                        "modelCapabilities",
                        "quantization"),
                List.of("state", "conditions", "observedGeneration", "nodesReady", "nodesFailed"));
    }

    static UnaryOperator<GenericKubernetesResource> claim() {
        return keeping(
                List.of("accessModes", "volumeMode", "storageClassName", "volumeName"),
                List.of("phase", "capacity"));
    }

    /** Jobs: without their template, which is most of them. */
    static UnaryOperator<GenericKubernetesResource> job() {
        return keeping(List.of("suspend"), List.of("conditions"));
    }

    static UnaryOperator<GenericKubernetesResource> pod() {
        return keeping(
                List.of("nodeName"), List.of("phase", "reason", "conditions", "containerStatuses"));
    }

    static UnaryOperator<GenericKubernetesResource> storageClass() {
        return object -> {
            metadata(object.getMetadata());
            object.getAdditionalProperties().keySet().retainAll(List.of("volumeBindingMode"));
            return object;
        };
    }

    static UnaryOperator<GenericKubernetesResource> configMap() {
        return object -> {
            metadata(object.getMetadata());
            object.getAdditionalProperties().keySet().retainAll(List.of("data"));
            return object;
        };
    }

    private static UnaryOperator<GenericKubernetesResource> keeping(
            List<String> spec, List<String> status) {
        return object -> {
            metadata(object.getMetadata());
            Map<String, Object> fields = object.getAdditionalProperties();
            fields.keySet().retainAll(List.of("spec", "status"));
            fields.computeIfPresent("spec", (name, value) -> only(spec, value));
            fields.computeIfPresent("status", (name, value) -> only(status, value));
            return object;
        };
    }

    private static Object only(List<String> names, Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            return value;
        }
        Map<String, Object> kept = new LinkedHashMap<>();
        names.stream()
                .filter(name -> map.get(name) != null)
                .forEach(name -> kept.put(name, map.get(name)));
        return kept;
    }

    private static void metadata(ObjectMeta metadata) {
        metadata.setManagedFields(null);
        if (metadata.getAnnotations() != null) {
            metadata.getAnnotations().remove(LAST_APPLIED); // annotations are merge-patched
        }
    }
}
