package dev.drover.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The cache of whatever informer serves a resource at the moment. */
final class SharedCache implements ResourceCache {
    private final ResourcesComponent component;
    private final ResourceType type;

    SharedCache(ResourcesComponent component, ResourceType type) {
        this.component = component;
        this.type = type;
    }

    /** The widest informer of the resource: the one that selects least. */
    Optional<ResourceInformer> informer() {
        return component.informers().stream()
                .filter(informer -> serves(informer.key().type()))
                .min(Comparator.comparingInt(informer -> narrowness(informer.key())));
    }

    private boolean serves(ResourceType other) {
        return other.qualifiedName().equals(type.qualifiedName());
    }

    private static int narrowness(InformerKey key) {
        return (key.labelSelector().isEmpty() ? 0 : 4)
                + (key.fieldSelector().isEmpty() ? 0 : 2)
                + (key.namespaces().isEmpty() ? 0 : 1);
    }

    @Override
    public Optional<GenericKubernetesResource> get(ObjectKey key) {
        return informer().flatMap(informer -> informer.get(key));
    }

    @Override
    public List<GenericKubernetesResource> list() {
        return informer().map(ResourceInformer::list).orElse(List.of());
    }

    @Override
    public Set<ObjectKey> byIndex(String index, String value) {
        return informer().map(informer -> informer.byIndex(index, value)).orElse(Set.of());
    }

    @Override
    public boolean synced() {
        return informer().map(ResourceInformer::synced).orElse(false);
    }

    @Override
    public boolean settled() {
        return informer().map(ResourceInformer::settled).orElse(false);
    }

    @Override
    public boolean missing() {
        return informer().map(ResourceInformer::missing).orElse(false);
    }
}
