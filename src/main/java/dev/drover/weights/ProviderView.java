package dev.drover.weights;

import dev.drover.weights.objects.ExternalProvider;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.function.Function;

/**
 * What weights depend on in a provider, bean {@code weights-provider-view}: a write that leaves it
 * equal enqueues nothing.
 */
final class ProviderView implements Function<GenericKubernetesResource, Object> {
    @Override
    public Object apply(GenericKubernetesResource object) {
        return ExternalProvider.of(object);
    }
}
