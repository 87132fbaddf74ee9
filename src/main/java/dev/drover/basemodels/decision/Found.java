package dev.drover.basemodels.decision;

import dev.drover.basemodels.metadata.ModelMetadata;
import java.time.Instant;
import java.util.List;

/**
 * What a successful attempt found.
 *
 * @param foundAt the configuration file, empty when not told
 * @param warnings codes
 */
record Found(ModelMetadata metadata, String foundAt, List<String> warnings, Instant at) {
    Found {
        warnings = List.copyOf(warnings);
    }
}
