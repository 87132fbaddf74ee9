package dev.drover.basemodels.decision;

import dev.drover.basemodels.objects.BaseModel;
import dev.drover.basemodels.objects.ModelSource;
import dev.drover.basemodels.objects.StorageUri;
import dev.drover.intents.Mode;
import java.util.Optional;
import java.util.Set;

/**
 * Decides about one model: what its status says, and what is written in which order. Pure: no I/O,
 * no clock, no memory but what is handed in. Thread-safe.
 *
 * <p>The order of the questions is that of spec basemodels 5.2; the first that applies decides.
 */
public final class JobManagement {
    /**
     * What should be read from the API server before {@link #decide}. To be asked again with what
     * was learnt, until it is empty; then, and if a read is refused or given up, {@code decide}
     * takes what is not known for "nothing found".
     */
    public Set<LiveRead> reads(Inputs inputs) {
        Questions questions = questions(inputs);
        decide(inputs, questions);
        return questions.open();
    }

    /** Never throws for what stands in the objects. */
    public Decision decide(Inputs inputs) {
        return decide(inputs, questions(inputs));
    }

    private static Questions questions(Inputs inputs) {
        return new Questions(inputs.learnt(), inputs.settings().eventReads());
    }

    private static Decision decide(Inputs inputs, Questions questions) {
        BaseModel model = inputs.model();
        ModelSource source = model.source();
        if (inputs.gone()) {
            return Farewell.gone(inputs);
        }
        if (model.deleting()) {
            return Farewell.deleting(inputs);
        }
        if (paused(model)) {
            return Decision.nothing();
        }
        if (!source.ours()) {
            return Farewell.leaving(inputs);
        }
        if (elsewhere(inputs, source)) {
            return Decision.nothing();
        }
        Optional<Decision> stoodDown = StandDown.of(inputs);
        return stoodDown.orElseGet(
                () -> new Writing(inputs, source.uri()).decision(plan(inputs, source, questions)));
    }

    private static boolean paused(BaseModel model) {
        return Mode.ofAnnotation(model.annotations().get(Mode.ANNOTATION)) == Mode.PAUSED;
    }

    /** With a namespace that cannot be read every instance says so, in the same words. */
    private static boolean elsewhere(Inputs inputs, ModelSource source) {
        return !inputs.namespaces().isEmpty()
                && source.uri()
                        .filter(uri -> !inputs.namespaces().contains(uri.claim().namespace()))
                        .isPresent();
    }

    private static Plan plan(Inputs inputs, ModelSource source, Questions questions) {
        return source.<Plan>fold(
                () -> {
                    throw new IllegalStateException("not ours");
                },
                refused ->
                        withoutJobs(
                                inputs,
                                Verdict.of(
                                        Cause.URI_INVALID,
                                        Sentences.uriInvalid(inputs.model().kind(), refused))),
                uri -> onClaim(inputs, uri, questions));
    }

    private static Plan onClaim(Inputs inputs, StorageUri uri, Questions questions) {
        if (inputs.model().sharded()) {
            return withoutJobs(
                    inputs,
                    Verdict.of(
                            Cause.SHARDED_NOT_SUPPORTED,
                            "distribution Sharded does not go together with a"
                                    + " PersistentVolumeClaim. Use PerNode or leave it out."));
        }
        return ClaimRules.unusable(inputs, uri)
                .map(verdict -> withoutJobs(inputs, verdict))
                .orElseGet(
                        () ->
                                ClaimPlan.of(
                                        Situation.of(
                                                inputs,
                                                uri,
                                                inputs.claim().orElseThrow(),
                                                questions)));
    }

    /** A finished Pod still holds the claim (kubernetes #92598), so no Job of ours may stay. */
    private static Plan withoutJobs(Inputs inputs, Verdict verdict) {
        return Plan.show(verdict).deleting(inputs.ownJobs());
    }
}
