package dev.drover.weights;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.weights.objects.ExternalModel;
import dev.drover.weights.objects.ProviderRef;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Collection;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Files a model under every provider it refers to ({@code namespace/name}), so that a change of a
 * provider finds its models without a list. Bean {@code weights-model-index}.
 */
final class ModelIndex implements Function<GenericKubernetesResource, Collection<String>> {
    static final String NAME = "weights-model-index";

    @Override
    public Collection<String> apply(GenericKubernetesResource object) {
        return ExternalModel.of(object).refs().stream()
                .filter(ProviderRef::usable)
                .map(ProviderRef::provider)
                .map(ObjectKey::toString)
                .collect(Collectors.toSet());
    }
}
