package dev.drover.weights.decision;

import dev.drover.intents.Mode;
import dev.drover.weights.objects.ExternalModel;
import dev.drover.weights.settings.Strategy;
import dev.drover.weights.settings.WeightsConfiguration;
import java.time.Duration;
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
 * @param strategy that the model is served with, unless its annotation names another
 * @param now wall clock, for dates only
 * @param nanos monotonic clock, the one of the figures
 * @param lastWrite of this model, if any
 * @param zeroRefused the API server does not take a weight of 0: 1 is written in its place
 */
public record Observed(
        ExternalModel model,
        List<RefInputs> refs,
        Mode mode,
        WeightsConfiguration settings,
        Strategy strategy,
        Instant now,
        long nanos,
        Optional<LastWrite> lastWrite,
        boolean zeroRefused) {
    /** A ramp does not go faster than this, however short the interval is. */
    private static final Duration SHORTEST_STAGE = Duration.ofSeconds(10);

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

    /** With the configured strategy, of an API server that has refused no zero so far. */
    public Observed(
            ExternalModel model,
            List<RefInputs> refs,
            Mode mode,
            WeightsConfiguration settings,
            Instant now,
            long nanos,
            Optional<LastWrite> lastWrite) {
        this(model, refs, mode, settings, settings.strategy(), now, nanos, lastWrite, false);
    }

    /** The same with what the process knows of the API server. */
    public Observed withZeroRefused(boolean refused) {
        return new Observed(model, refs, mode, settings, strategy, now, nanos, lastWrite, refused);
    }

    /** The same for a model that is served with another strategy. */
    Observed withStrategy(Strategy other) {
        return new Observed(model, refs, mode, settings, other, now, nanos, lastWrite, zeroRefused);
    }

    /** How long a stage of a ramp lasts. */
    Duration stage() {
        Duration interval = settings.interval();
        return interval.compareTo(SHORTEST_STAGE) > 0 ? interval : SHORTEST_STAGE;
    }

    /** How long a provider must be there again before it counts. */
    Duration providerPause() {
        return settings.interval().multipliedBy(2);
    }

    /** What stands for no traffic. */
    int zeroWeight() {
        return zeroRefused ? 1 : 0;
    }
}
