package dev.drover.registry.api;

import java.util.Map;
import java.util.Optional;

/**
 * A change of a record.
 *
 * @param state empty where the registry owns it: what is stored stays. It is always sent, since the
 *     registry takes silence for {@code DEPLOYED} (Q1)
 * @param properties the complete map, foreign keys included: it replaces what is stored (Q2)
 * @param version empty: as it is; it cannot be unset (Q9)
 * @param runtime empty: as it is
 * @param externalId empty: as it is
 */
public record RecordChange(
        Optional<DesiredState> state,
        Map<String, Property> properties,
        Optional<String> version,
        Optional<String> runtime,
        Optional<String> externalId) {

    public RecordChange {
        properties = Map.copyOf(properties);
    }
}
