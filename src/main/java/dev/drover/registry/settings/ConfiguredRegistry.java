package dev.drover.registry.settings;

import dev.drover.kubernetes.ObjectKey;
import java.util.Optional;

/**
 * A registry that the configuration names itself, {@code at.<id>.…}.
 *
 * @param url exactly one of this and {@code service} is there
 */
public record ConfiguredRegistry(
        String id, Optional<BaseUrl> url, Optional<ObjectKey> service, RegistrySettings settings) {}
