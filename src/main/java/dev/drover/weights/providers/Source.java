package dev.drover.weights.providers;

/**
 * One metrics URL of a ref.
 *
 * @param target what is scraped for it
 * @param pool {@code metrics.epp.pool}; null when not given
 * @param derived the URL was made from the provider's endpoint, nobody wrote it
 */
public record Source(Target target, String pool, boolean derived) {}
