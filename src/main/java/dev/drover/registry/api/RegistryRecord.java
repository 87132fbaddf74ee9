package dev.drover.registry.api;

import java.util.Map;
import java.util.Optional;

/**
 * An inference service entity of the registry: what it knows of one deployment.
 *
 * @param externalId empty as well when the registry holds the empty text
 * @param environment id of the serving environment
 * @param model id of the registered model
 * @param version id of the model version
 * @param properties all custom properties that the registry shows, foreign ones included
 */
public record RegistryRecord(
        String id,
        String name,
        Optional<String> externalId,
        String environment,
        String model,
        Optional<String> version,
        Optional<String> runtime,
        DesiredState state,
        Map<String, Property> properties) {

    public RegistryRecord {
        properties = Map.copyOf(properties);
    }
}
