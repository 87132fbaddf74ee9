package dev.drover.registry.client;

import dev.drover.registry.api.Failure;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Why the last call to each registry failed, for the line that tells of an outage. Thread-safe. */
final class LastFailures {
    private final Map<String, String> texts = new ConcurrentHashMap<>();

    void note(Failure failure) {
        if (!failure.code().equals("open")) { // follows from the others
            texts.put(failure.registry(), failure.toString());
        }
    }

    Optional<String> find(String registry) {
        return Optional.ofNullable(texts.get(registry));
    }

    void forget(String registry) {
        texts.remove(registry);
    }
}
