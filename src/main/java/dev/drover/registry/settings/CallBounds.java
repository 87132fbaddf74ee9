package dev.drover.registry.settings;

import java.time.Duration;

/**
 * What a call may take.
 *
 * @param response from the request to the head of the answer
 * @param deadline from connecting to the last byte
 * @param maxBodyBytes of an answer, uncompressed
 * @param maxInFlight calls at once to one registry
 */
public record CallBounds(
        Duration connect,
        Duration response,
        Duration deadline,
        long maxBodyBytes,
        int maxInFlight,
        int pageSize) {}
