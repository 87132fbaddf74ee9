package dev.drover.registry.api;

import java.time.Duration;

/**
 * One call that was made or refused, for the status page.
 *
 * @param code HTTP status, or the word of {@link Failure#code}
 */
public record Call(String registry, Operation operation, String code, Duration took) {}
