package dev.drover.weights.explanation;

import dev.drover.weights.decision.Decision;
import dev.drover.weights.decision.Observed;
import dev.drover.weights.objects.ExternalModel;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Why a model has its weights: everything that its last decision was made of and what came of it,
 * in plain values that any JSON writer can print. A figure that is not known is null, and null is
 * not zero. Carries names and URLs from the objects, never a token or the content of a Secret.
 *
 * @param state {@code Active}, {@code Holding}, {@code Skipped}, {@code Paused}, {@code Observing}
 * @param reason of the state, one CamelCase word
 * @param hint a sentence about the state, with what to do where something is to be done
 * @param mode {@code apply}, {@code observe} or {@code paused}: the stricter of process and object
 * @param strategy that was used, {@code none} for a model that is given back
 * @param decidedAt when, by the wall clock; ages below are as of then
 * @param decision reason of the write ({@code first}, {@code load}, {@code state}, {@code
 *     restore}), or why nothing was written, in words
 * @param writes whether the decision led to a patch, which in observe mode is not sent
 * @param total W, what is distributed over the managed refs
 * @param floor smallest weight of an eligible ref
 * @param shift between desired and present weights, in points per 100
 * @param deadband smallest load-driven shift that is written
 * @param nextLook when something can change without any event; null when nothing can. Scrapes and
 *     the tick of every interval lead to a decision before that
 * @param refs in list order
 */
public record ModelExplanation(
        String namespace,
        String name,
        String uid,
        String state,
        String reason,
        String hint,
        String mode,
        String strategy,
        Instant decidedAt,
        String decision,
        boolean writes,
        int total,
        int floor,
        double shift,
        double deadband,
        Instant nextLook,
        List<RefExplanation> refs) {
    public ModelExplanation {
        refs = List.copyOf(refs);
    }

    /** Of the last look at a model and what came of it. */
    public static ModelExplanation of(Observed observed, Decision decision) {
        ExternalModel model = observed.model();
        Decision.Explanation figures = decision.explanation();
        return new ModelExplanation(
                model.key().namespace(),
                model.key().name(),
                model.uid(),
                decision.condition().state(),
                decision.condition().reason(),
                figures.detail(),
                observed.mode().word(),
                figures.strategy(),
                observed.now(),
                figures.reason(),
                !decision.intents().isEmpty(),
                figures.total(),
                figures.floor(),
                figures.shift(),
                figures.deadband(),
                decision.nextLook().map(observed.now()::plus).orElse(null),
                IntStream.range(0, model.refs().size())
                        .mapToObj(index -> RefExplanation.of(observed, decision, index))
                        .toList());
    }
}
