package dev.drover.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;

/** What is dropped from objects before they are cached, unless the endpoint has its own way. */
final class Pruning {
    private Pruning() {}

    /** Often a third of the object, and read by nobody. */
    static GenericKubernetesResource managedFields(GenericKubernetesResource object) {
        object.getMetadata().setManagedFields(null);
        return object;
    }
}
