package dev.drover.weights.decision;

import dev.drover.intents.Mode;
import dev.drover.weights.objects.ExternalModel;
import dev.drover.weights.settings.Strategy;
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
 * @param zeroRefused the API server does not take a weight of 0: 1 is written in its place
 */
public record Observed(
        ExternalModel model,
        List<RefInputs> refs,
        Mode mode,
        DecisionSettings settings,
        Instant now,
        long nanos,
        Optional<LastWrite> lastWrite,
        boolean zeroRefused) {
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

    /** Of an API server that has refused no zero so far. */
    public Observed(
            ExternalModel model,
            List<RefInputs> refs,
            Mode mode,
            DecisionSettings settings,
            Instant now,
            long nanos,
            Optional<LastWrite> lastWrite) {
        this(model, refs, mode, settings, now, nanos, lastWrite, false);
    }

    /** The same with what the process knows of the API server. */
    public Observed withZeroRefused(boolean refused) {
        return new Observed(model, refs, mode, settings, now, nanos, lastWrite, refused);
    }

    /** The same for a model that is served with another strategy. */
    Observed withStrategy(Strategy strategy) {
        return new Observed(
                model,
                refs,
                mode,
                settings.withStrategy(strategy),
                now,
                nanos,
                lastWrite,
                zeroRefused);
    }

    /** What stands for no traffic. */
    int zeroWeight() {
        return zeroRefused ? 1 : 0;
    }
}
