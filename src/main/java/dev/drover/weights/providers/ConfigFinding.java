package dev.drover.weights.providers;

import dev.drover.weights.metrics.Excerpt;
import dev.drover.weights.metrics.SourceKind;
import java.util.Optional;

/**
 * A key of a provider's or ref's configuration that cannot be used. Other keys keep working.
 *
 * @param reason of the Event on the provider
 * @param key {@code metrics.vllm.url}
 * @param value as found, at most 200 characters, control characters escaped
 * @param accepted the form that would do
 * @param source the source that does not exist because of it
 */
public record ConfigFinding(
        String reason, String key, String value, String accepted, Optional<SourceKind> source) {
    /** A value that cannot be used. */
    public ConfigFinding(String key, String value, String accepted, Optional<SourceKind> source) {
        this("InvalidProviderConfig", key, value, accepted, source);
    }

    /** A health check of what is never probed. */
    static ConfigFinding healthCheckIgnored(String label) {
        return new ConfigFinding(
                "HealthCheckIgnored",
                "healthCheck",
                "enabled",
                "a provider label that drover.weights.cloud-providers does not name; "
                        + shown(label)
                        + " is never probed and counts as healthy",
                Optional.empty());
    }

    /** The same, equal whichever of several sources does not exist because of it. */
    public ConfigFinding ofNoSource() {
        return new ConfigFinding(reason, key, value, accepted, Optional.empty());
    }

    /** For the Event, the log and the page. */
    public String message() {
        return "%s: '%s' cannot be used; accepted: %s".formatted(key, value, accepted);
    }

    /** Fit for logs and Events: short, escaped, and without what may be a password in a URL. */
    static String shown(String value) {
        String text =
                value.replaceAll("//[^/@]*@", "//***@").replaceAll("(?s)(://[^?]*)\\?.*", "$1?...");
        return Excerpt.of(text);
    }
}
