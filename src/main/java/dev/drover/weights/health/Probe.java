package dev.drover.weights.health;

import java.time.Duration;
import java.util.Objects;

/**
 * What is probed, and how results are judged. Equal probes are one prober, however many providers
 * ask for it; a provider whose endpoint or settings change asks for another one.
 *
 * @param endpoint host name or address
 * @param port 1 to 65535
 * @param interval between two probes
 * @param timeout of one probe, name resolution included
 * @param failureThreshold failures in a row that make it unhealthy
 * @param successThreshold successes in a row that make it healthy again
 */
public record Probe(
        String endpoint,
        int port,
        Duration interval,
        Duration timeout,
        int failureThreshold,
        int successThreshold) {
    public Probe {
        Objects.requireNonNull(interval);
        Objects.requireNonNull(timeout);
        if (endpoint.isEmpty() || port < 1 || port > 65_535) {
            throw new IllegalArgumentException(
                    "'%s', port %d: accepted: a host name and a port from 1 to 65535"
                            .formatted(endpoint, port));
        }
        if (failureThreshold < 1 || successThreshold < 1) {
            throw new IllegalArgumentException(
                    "thresholds %d and %d; accepted: 1 or more"
                            .formatted(failureThreshold, successThreshold));
        }
    }

    /** As it may stand in logs, Events and on the page. */
    @Override
    public String toString() {
        return endpoint + ":" + port;
    }
}
