package dev.drover.weights.explanation;

import dev.drover.weights.decision.Decision;
import dev.drover.weights.decision.Observed;
import dev.drover.weights.decision.RefReport;
import dev.drover.weights.objects.ExternalModel;
import dev.drover.weights.objects.ProviderRef;
import java.time.Instant;
import java.util.List;

/**
 * One line about a model, as its last decision left it.
 *
 * @param state {@code Active}, {@code Holding}, {@code Skipped}, {@code Paused}, {@code Observing}
 * @param reason of the state, one CamelCase word
 * @param decidedAt when that was decided, by the wall clock
 * @param weights that stand in the object, in list order
 * @param desired what would stand there if it were written now; for a model that is left alone, the
 *     same
 */
public record ModelSummary(
        String namespace,
        String name,
        String state,
        String reason,
        Instant decidedAt,
        List<Integer> weights,
        List<Integer> desired) {
    public ModelSummary {
        weights = List.copyOf(weights);
        desired = List.copyOf(desired);
    }

    /** Of the last look at a model and what came of it. */
    public static ModelSummary of(Observed observed, Decision decision) {
        ExternalModel model = observed.model();
        List<Integer> weights = model.refs().stream().map(ProviderRef::weight).toList();
        return new ModelSummary(
                model.key().namespace(),
                model.key().name(),
                decision.condition().state(),
                decision.condition().reason(),
                observed.now(),
                weights,
                decision.refs().isEmpty()
                        ? weights
                        : decision.refs().stream().map(RefReport::desired).toList());
    }
}
