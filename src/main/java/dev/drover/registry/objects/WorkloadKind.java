package dev.drover.registry.objects;

import java.util.Arrays;
import java.util.Optional;

/** The kinds of deployments that a Model Registry can know. */
public enum WorkloadKind {
    INFERENCE_SERVICE(
            "serving.kserve.io/v1beta1/inferenceservices", "InferenceService", "kserve-isvc"),
    LLM_INFERENCE_SERVICE(
            "serving.kserve.io/v1alpha2,v1alpha1/llminferenceservices",
            "LLMInferenceService",
            "kserve-llmisvc");

    private final String resource;
    private final String kind;
    private final String prefix;

    WorkloadKind(String resource, String kind, String prefix) {
        this.resource = resource;
        this.kind = kind;
        this.prefix = prefix;
    }

    /** As an endpoint of {@code kubernetes-resources} names it; may list several versions. */
    public String resource() {
        return resource;
    }

    /** The API's word, also the property {@code kind} of a record. */
    public String kind() {
        return kind;
    }

    /** What the external IDs of its records begin with. */
    public String prefix() {
        return prefix;
    }

    /** The plural, as in configuration. */
    public String plural() {
        return resource.substring(resource.lastIndexOf('/') + 1);
    }

    /** By the resource that an object of it was read from; empty when it is none of these. */
    public static Optional<WorkloadKind> ofResource(String resource) {
        return Arrays.stream(values())
                .filter(each -> resource.endsWith("/" + each.plural()))
                .findFirst();
    }

    /** By the API's word; null when it is none of these. */
    public static WorkloadKind of(String kind) {
        for (WorkloadKind each : values()) {
            if (each.kind.equals(kind)) {
                return each;
            }
        }
        return null;
    }
}
