package dev.drover.kubernetes;

import java.time.Duration;
import java.util.Optional;

/**
 * One HTTP request to the API server, and what it is for.
 *
 * @param operation as the producer's option, for messages
 * @param verb as in a role: {@code patch}, {@code list}, …
 * @param type of the object
 * @param key the object, null for a list
 * @param method of HTTP
 * @param path with its query, from the root of the server
 * @param contentType of {@code body}; null without one
 * @param body JSON, null without one
 * @param timeout until the last byte of the answer
 */
record ApiRequest(
        String operation,
        String verb,
        ResourceType type,
        ObjectKey key,
        String method,
        String path,
        String contentType,
        String body,
        Duration timeout) {

    /** After a write without an answer nobody knows whether it happened. */
    boolean writes() {
        return !"GET".equals(method);
    }

    /** The answer that did not come, or said no more than this. */
    ResourceException.Answer answer(int code, String message, Optional<Duration> retryAfter) {
        return new ResourceException.Answer(
                operation, type.toString(), Optional.ofNullable(key), code, message, retryAfter);
    }
}
