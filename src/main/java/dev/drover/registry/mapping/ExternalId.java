package dev.drover.registry.mapping;

import dev.drover.registry.objects.WorkloadKind;
import java.util.Optional;

/**
 * What makes a record the one of a workload and model, whatever crashes, repeats or races: {@code
 * kserve-isvc:<uid>:<model id>}. Unique in a registry.
 */
public record ExternalId(WorkloadKind kind, String uid, String model) {

    /** Reads the text; empty for every external ID that another system has made. */
    public static Optional<ExternalId> parse(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length != 3 || parts[1].isEmpty() || parts[2].isEmpty()) {
            return Optional.empty();
        }
        for (WorkloadKind kind : WorkloadKind.values()) {
            if (kind.prefix().equals(parts[0])) {
                return Optional.of(new ExternalId(kind, parts[1], parts[2]));
            }
        }
        return Optional.empty();
    }

    /** As the registry stores it. */
    public String text() {
        return kind.prefix() + ":" + uid + ":" + model;
    }
}
