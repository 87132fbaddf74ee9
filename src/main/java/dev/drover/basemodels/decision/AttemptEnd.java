package dev.drover.basemodels.decision;

import dev.drover.basemodels.metadata.MetadataField;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How an attempt ended, for the flow's metrics.
 *
 * @param recordedBy name of the intent that records it
 * @param took from the Job's creation to the result; empty when there was no Job of ours
 * @param filled fields of {@code spec} that get a value
 */
public record AttemptEnd(
        Result result, String recordedBy, Optional<Duration> took, List<MetadataField> filled) {
    /** The metric's label {@code result}. */
    public enum Result {
        SUCCEEDED,
        /** The same files would fail again. */
        PERMANENT,
        TRANSIENT;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public AttemptEnd {
        filled = List.copyOf(filled);
    }
}
