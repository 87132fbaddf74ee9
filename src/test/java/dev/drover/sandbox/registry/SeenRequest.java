package dev.drover.sandbox.registry;

import dev.drover.registry.api.Operation;
import java.util.Map;
import java.util.Optional;

/**
 * One request as it arrived.
 *
 * @param seenNanos monotonic
 * @param path as it was sent, not decoded, without the base path
 * @param rawQuery as it was sent; empty for none
 * @param headers by lower-case name
 * @param operation empty when it is none of those that Drover makes
 */
public record SeenRequest(
        long seenNanos,
        String method,
        String path,
        String rawQuery,
        Map<String, String> headers,
        String body,
        Optional<Operation> operation) {

    /** Method, path and query in one line. */
    @Override
    public String toString() {
        return method + " " + path + (rawQuery.isEmpty() ? "" : "?" + rawQuery);
    }
}
