package dev.drover.registry.client;

import dev.drover.registry.discovery.Registry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** The registries that may be called now. Thread-safe. */
final class RegistryTable {
    private final Map<String, Registry> registries = new ConcurrentSkipListMap<>();

    Optional<Registry> find(String id) {
        return Optional.ofNullable(registries.get(id));
    }

    List<Registry> all() {
        return List.copyOf(registries.values());
    }

    void put(Registry registry) {
        registries.put(registry.id(), registry);
    }

    void remove(String id) {
        registries.remove(id);
    }
}
