package dev.drover.weights.decision;

import dev.drover.weights.health.ProviderHealth;
import dev.drover.weights.metrics.SourceFigures;
import dev.drover.weights.objects.ExternalProvider;
import java.util.List;
import java.util.Optional;

/**
 * What is known around one entry of the list.
 *
 * @param provider its ExternalProvider, empty when there is none
 * @param sources the configured metrics URLs of the entry with the figures of its target model; a
 *     source that was never scraped is listed too, one that is not configured is not
 * @param health what probes say of its endpoint
 */
public record RefInputs(
        Optional<ExternalProvider> provider, List<SourceFigures> sources, ProviderHealth health) {
    public RefInputs {
        sources = List.copyOf(sources);
    }

    /** Without a health check. */
    public RefInputs(Optional<ExternalProvider> provider, List<SourceFigures> sources) {
        this(provider, sources, ProviderHealth.NONE);
    }

    /** Nothing is known: no provider, no source. */
    public static RefInputs none() {
        return new RefInputs(Optional.empty(), List.of());
    }
}
