package dev.drover.sandbox.metrics;

import java.util.Map;
import java.util.Optional;

/**
 * One request that arrived; {@code headers} have lower-case names, {@code nanos} is
 * System.nanoTime.
 */
public record Scrape(long nanos, String path, Map<String, String> headers) {
    /** The header of this name, in lower case. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }
}
