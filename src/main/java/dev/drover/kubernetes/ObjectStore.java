package dev.drover.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The objects that an informer knows, and where its indexes filed them. Readers take no lock;
 * writers are serialized by the informer.
 */
final class ObjectStore {
    private static final Logger LOG = LoggerFactory.getLogger(ObjectStore.class);

    private final Map<ObjectKey, GenericKubernetesResource> objects = new ConcurrentHashMap<>();
    private final Map<String, Index> indexes = new ConcurrentHashMap<>();

    Optional<GenericKubernetesResource> get(ObjectKey key) {
        return Optional.ofNullable(objects.get(key));
    }

    List<GenericKubernetesResource> list() {
        return List.copyOf(objects.values());
    }

    /** Keys of a namespace; of everything if it is empty. */
    Set<ObjectKey> keys(String namespace) {
        return objects.keySet().stream()
                .filter(key -> namespace.isEmpty() || key.namespace().equals(namespace))
                .collect(Collectors.toUnmodifiableSet());
    }

    int size() {
        return objects.size();
    }

    /** Stores the state and returns the one it replaces, null if there was none. */
    GenericKubernetesResource put(ObjectKey key, GenericKubernetesResource now) {
        GenericKubernetesResource before = objects.put(key, now);
        indexes.values().forEach(index -> index.refile(key, before, now));
        return before;
    }

    /** Forgets the object and returns its last state, null if there was none. */
    GenericKubernetesResource remove(ObjectKey key) {
        GenericKubernetesResource before = objects.remove(key);
        indexes.values().forEach(index -> index.refile(key, before, null));
        return before;
    }

    /** Adds an index over what is there and what will come; one of the same name is replaced. */
    void addIndex(String name, Function<GenericKubernetesResource, Collection<String>> valuesOf) {
        Index index = new Index(name, valuesOf);
        objects.forEach((key, object) -> index.refile(key, null, object));
        indexes.put(name, index);
    }

    /** Empty for an unknown index: nothing is filed there. */
    Set<ObjectKey> byIndex(String name, String value) {
        Index index = indexes.get(name);
        return index == null ? Set.of() : Set.copyOf(index.keys.getOrDefault(value, Set.of()));
    }

    private static final class Index {
        private final String name;
        private final Function<GenericKubernetesResource, Collection<String>> valuesOf;
        private final Map<String, Set<ObjectKey>> keys = new ConcurrentHashMap<>();

        Index(String name, Function<GenericKubernetesResource, Collection<String>> valuesOf) {
            this.name = name;
            this.valuesOf = valuesOf;
        }

        void refile(
                ObjectKey key, GenericKubernetesResource before, GenericKubernetesResource now) {
            Set<String> old = values(key, before);
            Set<String> current = values(key, now);
            current.stream()
                    .filter(value -> !old.contains(value))
                    .forEach(value -> file(value, key));
            old.stream()
                    .filter(value -> !current.contains(value))
                    .forEach(value -> drop(value, key));
        }

        private void file(String value, ObjectKey key) {
            keys.compute(
                    value,
                    (same, filed) -> {
                        Set<ObjectKey> set = filed == null ? ConcurrentHashMap.newKeySet() : filed;
                        set.add(key);
                        return set;
                    });
        }

        private void drop(String value, ObjectKey key) {
            keys.computeIfPresent(
                    value,
                    (same, filed) -> {
                        filed.remove(key);
                        return filed.isEmpty() ? null : filed;
                    });
        }

        /**
         * An index function that cannot cope with an object files it nowhere; others are served.
         */
        private Set<String> values(ObjectKey key, GenericKubernetesResource object) {
            if (object == null) {
                return Set.of();
            }
            try {
                return Set.copyOf(valuesOf.apply(object));
            } catch (RuntimeException e) {
                LOG.error("{}: index {} failed, the object is not filed there", key, name, e);
                return Set.of();
            }
        }
    }
}
