package dev.drover.registry;

import dev.drover.registry.api.Call;
import dev.drover.registry.api.Property;
import dev.drover.registry.decision.Standing;
import dev.drover.registry.mapping.OwnProperties;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is known of a workload, for the status page: how it is doing, which record it has, what the
 * decision was made of, and the last calls.
 *
 * @param state as the metric {@code drover_registry_objects} calls it
 * @param registry resolved for it; empty = none
 * @param record that it is linked to; empty = none
 * @param wanted properties that its record should have
 * @param calls to the registry, the last ten, oldest first
 * @param nextLook when it is looked at though nothing changes; null = never
 */
public record Explanation(
        String state,
        String reason,
        String message,
        Instant decidedAt,
        String registry,
        String record,
        String model,
        String version,
        Map<String, Object> wanted,
        List<Shown> calls,
        Instant nextLook) {

    /** One call. */
    public record Shown(String registry, String operation, String code, long millis) {}

    static Explanation of(Memories.Entry entry, String record, String model, String version) {
        Standing standing = entry.memory().standing().orElseThrow();
        return new Explanation(
                standing.state().name().toLowerCase(java.util.Locale.ROOT),
                standing.reason(),
                standing.message(),
                entry.seen().decidedAt(),
                entry.registry(),
                record,
                model,
                version,
                entry.seen().wanted().map(Explanation::values).orElse(Map.of()),
                entry.seen().calls().stream().map(Explanation::shown).toList(),
                entry.seen().nextLook().orElse(null));
    }

    private static Map<String, Object> values(OwnProperties wanted) {
        Map<String, Object> values = new LinkedHashMap<>();
        wanted.over(Map.of()).forEach((key, property) -> values.put(key, value(property)));
        return values;
    }

    private static Object value(Property property) {
        if (property instanceof Property.Text text) {
            return text.value();
        }
        if (property instanceof Property.Whole whole) {
            return whole.value();
        }
        return property instanceof Property.Flag flag ? flag.value() : property.toString();
    }

    private static Shown shown(Call call) {
        return new Shown(
                call.registry(), call.operation().label(), call.code(), call.took().toMillis());
    }
}
