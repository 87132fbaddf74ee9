package dev.drover.registry.client;

/**
 * How a registry fares, for the readiness check and the status page.
 *
 * @param breaker {@code closed}, {@code half-open}, {@code open}; {@code none} when its route
 *     cannot be made
 * @param lastFailure operation, code and text of the last call that failed; empty for none so far
 */
public record RegistryStatus(String id, String baseUrl, String breaker, String lastFailure) {}
