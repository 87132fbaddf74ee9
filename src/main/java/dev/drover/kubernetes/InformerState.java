package dev.drover.kubernetes;

import java.time.Duration;
import java.util.Optional;

/**
 * One informer, as health shows it.
 *
 * @param resource for example {@code externalmodels.inference.opendatahub.io}
 * @param missing the API server does not serve the kind (its CRD is not installed)
 * @param sinceLastEvent bookmarks count; empty before the first
 * @param disconnected for how long; zero while connected
 * @param cause of the disconnection, or of not being synced
 */
public record InformerState(
        String resource,
        boolean missing,
        boolean synced,
        int objects,
        Optional<Duration> sinceLastEvent,
        Duration disconnected,
        Optional<String> cause) {}
