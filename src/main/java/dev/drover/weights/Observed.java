package dev.drover.weights;

import dev.drover.intents.Mode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Everything that one decision about a model depends on, besides what it remembers.
 *
 * @param model the object as it stands
 * @param refs what is known around its entries, by index
 * @param mode the stricter of the process's and the object's
 * @param settings configuration at this moment
 * @param now wall clock, for dates only
 * @param nanos monotonic clock, the one of the figures
 * @param lastWrite of this model, if any
 */
public record Observed(
        ExternalModel model,
        List<RefInputs> refs,
        Mode mode,
        DecisionSettings settings,
        Instant now,
        long nanos,
        Optional<LastWrite> lastWrite) {
    public Observed {
        refs = List.copyOf(refs);
        if (refs.size() != model.refs().size()) {
            throw new IllegalArgumentException(
                    model.key()
                            + " has "
                            + model.refs().size()
                            + " refs, but inputs are given for "
                            + refs.size());
        }
    }
}
