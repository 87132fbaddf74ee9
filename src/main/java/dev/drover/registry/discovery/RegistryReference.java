package dev.drover.registry.discovery;

import java.util.Optional;

/**
 * What a workload says about its registry.
 *
 * @param url annotation {@code D/url}; wins over the other two
 * @param namespace label {@code D/namespace}
 * @param name label {@code D/name}: name of a Service, or an id
 */
public record RegistryReference(
        Optional<String> url, Optional<String> namespace, Optional<String> name) {}
