package dev.drover.weights;

import dev.drover.weights.metrics.SourceKind;
import java.util.Optional;

/**
 * A key of a provider's or ref's configuration that cannot be used. Other keys keep working.
 *
 * @param key {@code metrics.vllm.url}
 * @param value as found, at most 200 characters, control characters escaped
 * @param accepted the form that would do
 * @param source the source that does not exist because of it
 */
public record ConfigFinding(
        String key, String value, String accepted, Optional<SourceKind> source) {
    /** For the Event {@code InvalidProviderConfig}, the log and the page. */
    public String message() {
        return "%s: '%s' cannot be used; accepted: %s".formatted(key, value, accepted);
    }
}
