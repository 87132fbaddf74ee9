package dev.drover.basemodels.decision;

import dev.drover.basemodels.objects.BaseModel;
import dev.drover.intents.Ledger;
import dev.drover.kubernetes.ObjectKey;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * A patch of the model that was refused (by RBAC, a policy or validation), so that what a Job found
 * cannot be kept. Shown before the patch is tried again; and while that is all that is missing, no
 * other Job reads the same files.
 */
final class ModelRefusal {
    private static final Set<String> PATCHES =
            Set.of(IntentNames.PATCH_SPEC, IntentNames.PATCH_ANNOTATIONS);

    private final Inputs inputs;
    private final Ledger.Failure failure;
    private final Cause cause;

    private ModelRefusal(Inputs inputs, Ledger.Failure failure, Cause cause) {
        this.inputs = inputs;
        this.failure = failure;
        this.cause = cause;
    }

    /** Of the model as it stands; empty too for a failure that passes by itself. */
    static Optional<ModelRefusal> of(Inputs inputs) {
        return inputs.ledger()
                .lastFailure()
                .filter(failure -> PATCHES.contains(failure.intent()))
                .filter(failure -> failure.generation() == inputs.model().generation())
                .flatMap(
                        failure ->
                                CreateRefusal.cause(failure)
                                        .map(cause -> new ModelRefusal(inputs, failure, cause)));
    }

    boolean of(String intent) {
        return failure.intent().equals(intent);
    }

    /**
     * What to show.
     *
     * @param job whose findings cannot be written; empty when it is about other annotations
     */
    Verdict verdict(Optional<String> job) {
        String what =
                job.map(it -> "What Job " + it + " found cannot be written")
                        .orElse("What is known of the claim cannot be written");
        return Verdict.of(cause, what + ": " + why()).withExcerpt(failure.message());
    }

    private String why() {
        BaseModel model = inputs.model();
        return switch (cause) {
            case CREATE_FORBIDDEN ->
                    "RBAC does not allow Drover to patch %s%s.".formatted(resource(), place(model));
            case JOB_INVALID -> "the patch of the model was refused as invalid.";
            case JOB_DENIED, QUOTA_EXCEEDED ->
                    "an admission policy or webhook refused the patch of the model.";
            default -> "the patch of the model was refused.";
        };
    }

    private String resource() {
        String path = inputs.model().kind().resource(); // group/version/plural
        return path.substring(path.lastIndexOf('/') + 1)
                + "."
                + path.substring(0, path.indexOf('/'));
    }

    private static String place(BaseModel model) {
        String namespace = model.key().namespace();
        return namespace.isEmpty() ? "" : " in namespace " + namespace;
    }

    /**
     * The result went with its Job. Another Job would find the same and could not keep it either:
     * it waits as long as after a failure that repeats itself, or until somebody changes the model
     * or asks with {@code drover.dev/re-extract}.
     */
    static Optional<Plan> withoutResult(Situation situation) {
        ObjectKey job = situation.jobKey();
        return of(situation.inputs())
                .flatMap(
                        refusal -> {
                            Verdict verdict = refusal.verdict(Optional.of(job.toString()));
                            return LastShown.of(situation.inputs()).tells(verdict)
                                    ? refusal.held(situation, verdict)
                                    : Optional.empty();
                        });
    }

    private Optional<Plan> held(Situation situation, Verdict verdict) {
        Duration pause = situation.settings().retries().slow();
        if (pause.isZero()) {
            return Optional.of(Plan.show(verdict));
        }
        Duration left = pause.minusNanos(inputs.nanos() - failure.atNanos());
        return left.isNegative() || left.isZero()
                ? Optional.empty()
                : Optional.of(Plan.show(verdict).lookingAfter(left));
    }
}
