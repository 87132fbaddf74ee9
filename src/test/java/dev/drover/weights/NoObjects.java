package dev.drover.weights;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.kubernetes.ResourceCache;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The cache of an empty cluster. */
final class NoObjects implements ResourceCache {
    @Override
    public Optional<GenericKubernetesResource> get(ObjectKey key) {
        return Optional.empty();
    }

    @Override
    public List<GenericKubernetesResource> list() {
        return List.of();
    }

    @Override
    public Set<ObjectKey> byIndex(String index, String value) {
        return Set.of();
    }

    @Override
    public boolean synced() {
        return true;
    }
}
