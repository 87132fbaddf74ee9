package dev.drover.registry.objects;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Drops of a workload what a record does not need, before it is cached: a pod template may hold
 * hundreds of lines. Changes the object it is given.
 */
public final class Pruning implements UnaryOperator<GenericKubernetesResource> {
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
    private static final List<String> SPEC =
            List.of("predictor", "model", "replicas", "scaling", "template");
    private static final List<String> PREDICTOR =
            with(
                    LegacyPredictor.KEYS,
                    "model",
                    "containers",
                    "storageUris",
                    "minReplicas",
                    "maxReplicas");
    private static final List<String> MODEL =
            List.of("modelFormat", "runtime", "storageUri", "storage", "uri", "name", "lora");
    private static final List<String> CONTAINER = List.of("name", "image");
    private static final List<String> STATUS =
            List.of(
                    "conditions",
                    "url",
                    "address",
                    "addresses",
                    "components",
                    "canaryStatuses",
                    "modelStatus",
                    "servingRuntimeName",
                    "clusterServingRuntimeName",
                    "deploymentMode");
    private static final List<String> CONDITION = List.of("type", "status", "reason");
    private static final List<String> COMPONENT =
            List.of("restUrl", "grpcUrl", "latestReadyRevision", "traffic");
    private static final List<String> MODEL_STATUS =
            List.of("states", "transitionStatus", "lastFailureInfo");

    @Override
    public GenericKubernetesResource apply(GenericKubernetesResource object) {
        prune(object.getMetadata());
        Map<String, Object> fields = object.getAdditionalProperties();
        fields.computeIfPresent("spec", (name, spec) -> spec(only(SPEC, spec)));
        fields.computeIfPresent("status", (name, status) -> status(only(STATUS, status)));
        object.setAdditionalProperties(Compact.map(fields));
        return object;
    }

    private static void prune(ObjectMeta metadata) {
        metadata.setManagedFields(null);
        if (metadata.getAnnotations() != null) {
            metadata.getAnnotations().remove(LAST_APPLIED);
            metadata.setAnnotations(Compact.map(metadata.getAnnotations()));
        }
        if (metadata.getLabels() != null) {
            metadata.setLabels(Compact.map(metadata.getLabels()));
        }
    }

    private static Object spec(Object spec) {
        replace(spec, "model", model -> only(MODEL, model));
        replace(spec, "template", pod -> containers(only(List.of("containers"), pod)));
        replace(
                spec,
                "predictor",
                whole -> {
                    Object predictor = containers(only(PREDICTOR, whole));
                    replace(predictor, "model", model -> only(MODEL, model));
                    for (String legacy : LegacyPredictor.KEYS) {
                        replace(predictor, legacy, model -> only(MODEL, model));
                    }
                    return predictor;
                });
        return spec;
    }

    /** Keeps of containers what names a runtime; of a template nothing else. */
    private static Object containers(Object pod) {
        replaceEach(pod, "containers", container -> only(CONTAINER, container));
        return pod;
    }

    private static Object status(Object status) {
        replaceEach(status, "conditions", condition -> only(CONDITION, condition));
        replace(
                status,
                "components",
                components -> {
                    Object kept = only(List.of("predictor"), components);
                    replace(kept, "predictor", predictor -> only(COMPONENT, predictor));
                    return kept;
                });
        replace(status, "address", address -> only(List.of("url"), address));
        replaceEach(status, "addresses", address -> only(List.of("url"), address));
        replace(status, "modelStatus", model -> only(MODEL_STATUS, model));
        return status;
    }

    private static void replaceEach(Object map, String name, UnaryOperator<Object> by) {
        replace(
                map,
                name,
                items ->
                        items instanceof List<?> list
                                ? list.stream().map(item -> by.apply(item)).toList()
                                : items);
    }

    @SuppressWarnings("unchecked") // maps of JSON have texts as keys
    private static void replace(Object map, String name, UnaryOperator<Object> by) {
        if (map instanceof Map<?, ?>) {
            ((Map<String, Object>) map).computeIfPresent(name, (key, value) -> by.apply(value));
        }
    }

    private static Object only(List<String> names, Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            return value;
        }
        Map<String, Object> kept = new LinkedHashMap<>();
        for (String name : names) {
            Object part = map.get(name);
            if (part != null) {
                kept.put(name, part);
            }
        }
        return kept;
    }

    private static List<String> with(List<String> names, String... more) {
        List<String> all = new ArrayList<>(names);
        all.addAll(List.of(more));
        return List.copyOf(all);
    }
}
