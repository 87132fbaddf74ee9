package dev.drover.registry.discovery;

import dev.drover.kubernetes.ObjectKey;
import java.util.Optional;

/**
 * The Service of a registry.
 *
 * @param externalAddress the annotation: host, optional port, optional path
 * @param httpsPort the port named {@code https-api}
 * @param httpPort the port named {@code http-api}
 */
public record RegistryService(
        ObjectKey key,
        Optional<String> externalAddress,
        Optional<Integer> httpsPort,
        Optional<Integer> httpPort) {}
