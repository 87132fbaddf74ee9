package dev.drover.registry.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Optional;

/**
 * What a registry answered, read to its end.
 *
 * @param body of a success; null for health, and for everything else
 * @param error the registry's own words, when the answer has its form of an error; a proxy's has
 *     not
 * @param about what stands in the place of such an error, for people
 * @param retryAfter as the server asks for
 * @param sunset the date after which this version of the API may be gone, as it was sent
 */
record RegistryReply(
        int status,
        ObjectNode body,
        Optional<String> error,
        String about,
        Optional<Duration> retryAfter,
        Optional<String> sunset) {

    boolean success() {
        return status / 100 == 2;
    }

    /** The server has no such path, or not this version of the API any more. */
    boolean pathUnknown() {
        return (status == 404 && error.isEmpty()) || status == 410;
    }

    RegistryReply with(ObjectNode read) {
        return new RegistryReply(status, read, error, about, retryAfter, sunset);
    }

    String detail() {
        return error.orElse(about);
    }
}
