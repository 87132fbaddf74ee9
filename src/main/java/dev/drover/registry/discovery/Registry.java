package dev.drover.registry.discovery;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.registry.settings.BaseUrl;
import dev.drover.registry.settings.RegistrySettings;
import java.util.Optional;

/**
 * A registry that may be called.
 *
 * @param id {@code at.<id>}, or {@code <namespace>.<service>} of a discovered Service; shown in
 *     annotations, metrics, route ids and on the status page
 * @param service the Service it was found by, which its Events are about
 */
public record Registry(
        String id, BaseUrl baseUrl, Optional<ObjectKey> service, RegistrySettings settings) {}
