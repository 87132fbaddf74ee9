package dev.drover.registry.api;

import java.util.Map;
import java.util.Optional;

/** A record to be made. The registry checks neither model nor version (Q8): check them first. */
public record NewRecord(
        String name,
        String externalId,
        String model,
        Optional<String> version,
        String environment,
        Optional<String> runtime,
        DesiredState state,
        Map<String, Property> properties) {

    public NewRecord {
        properties = Map.copyOf(properties);
    }
}
