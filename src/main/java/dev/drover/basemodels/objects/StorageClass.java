package dev.drover.basemodels.objects;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;

/**
 * A StorageClass.
 *
 * @param waitsForConsumer {@code volumeBindingMode: WaitForFirstConsumer}
 */
public record StorageClass(String name, boolean waitsForConsumer) {
    public static StorageClass of(GenericKubernetesResource object) {
        return new StorageClass(
                object.getMetadata().getName(),
                "WaitForFirstConsumer"
                        .equals(Trees.text(Trees.field(object, "volumeBindingMode"))));
    }
}
