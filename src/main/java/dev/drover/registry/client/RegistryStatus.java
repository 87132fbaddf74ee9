package dev.drover.registry.client;

import java.time.Duration;
import java.util.Optional;

/**
 * How a registry fares, for the readiness check and the status page.
 *
 * @param breaker {@code closed}, {@code half-open}, {@code open}; {@code none} when its route
 *     cannot be made
 * @param outage how long it has been unavailable; empty while calls are made
 * @param lastFailure the last call that failed, however many have succeeded since
 */
public record RegistryStatus(
        String id,
        String baseUrl,
        String breaker,
        Optional<Duration> outage,
        Optional<LastFailure> lastFailure) {

    /**
     * A call that failed.
     *
     * @param text operation, code and detail
     * @param ago how long ago it failed
     */
    public record LastFailure(String text, Duration ago) {}
}
