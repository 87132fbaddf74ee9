package dev.drover.basemodels.objects;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** A Kubernetes Event of type Warning ({@code v1}). */
public record WarningEvent(String reason, String message, Instant at) {
    /** The newest Warning among Events; empty when there is none. */
    public static Optional<WarningEvent> newest(Collection<GenericKubernetesResource> events) {
        return events.stream()
                .filter(event -> "Warning".equals(Trees.text(Trees.field(event, "type"))))
                .map(WarningEvent::of)
                .max(Comparator.comparing(WarningEvent::at));
    }

    private static WarningEvent of(GenericKubernetesResource event) {
        JsonNode series = Trees.field(event, "series");
        Instant at =
                Stream.of(
                                Trees.time(Trees.field(event, "lastTimestamp")),
                                Trees.time(series.path("lastObservedTime")),
                                Trees.time(Trees.field(event, "eventTime")),
                                Optional.of(Trees.created(event.getMetadata())))
                        .flatMap(Optional::stream)
                        .max(Comparator.naturalOrder())
                        .orElse(Instant.EPOCH);
        return new WarningEvent(
                Trees.text(Trees.field(event, "reason")),
                Trees.text(Trees.field(event, "message")),
                at);
    }
}
