package dev.drover.basemodels.objects;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A Kubernetes Event ({@code v1}) that says what holds an object up. */
public record WarningEvent(String reason, String message, Instant at) {
    /** Why a claim waits; Kubernetes gives these the type Normal. */
    private static final Set<String> WAITING =
            Set.of("FailedBinding", "WaitForFirstConsumer", "ExternalProvisioning");

    /** The newest Warning among Events, else the newest that says why a claim waits. */
    public static Optional<WarningEvent> newest(Collection<GenericKubernetesResource> events) {
        return newest(events, event -> text(event, "type").equals("Warning"))
                .or(() -> newest(events, event -> WAITING.contains(text(event, "reason"))));
    }

    private static Optional<WarningEvent> newest(
            Collection<GenericKubernetesResource> events,
            Predicate<GenericKubernetesResource> filter) {
        return events.stream()
                .filter(filter)
                .map(WarningEvent::of)
                .max(Comparator.comparing(WarningEvent::at));
    }

    private static String text(GenericKubernetesResource event, String field) {
        return Trees.text(Trees.field(event, field));
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
        return new WarningEvent(text(event, "reason"), text(event, "message"), at);
    }
}
