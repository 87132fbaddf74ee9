package dev.drover.basemodels.decision;

import dev.drover.basemodels.objects.MetadataJob;
import dev.drover.intents.Ledger;
import dev.drover.intents.Outcome;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** What the last refused creation means: the ledger is how it reaches the status (5.4, 5.5). */
final class CreateRefusal {
    private static final Set<String> CREATIONS =
            Set.of(
                    IntentNames.CREATE_SERVICE_ACCOUNT,
                    IntentNames.CREATE_ROLE_BINDING,
                    IntentNames.CREATE_JOB);
    private static final String QUOTA = "exceeded quota";
    private static final String ENDING = "because it is being terminated";
    private static final String WEBHOOK = "failed calling webhook";

    private final Situation situation;
    private final Ledger.Failure failure;

    private CreateRefusal(Situation situation, Ledger.Failure failure) {
        this.situation = situation;
        this.failure = failure;
    }

    /** Of this model as it stands; an edit may have changed what was refused. */
    static Optional<CreateRefusal> of(Situation situation) {
        return situation
                .inputs()
                .ledger()
                .lastFailure()
                .filter(failure -> CREATIONS.contains(failure.intent()))
                .filter(failure -> failure.generation() == situation.model().generation())
                .map(failure -> new CreateRefusal(situation, failure));
    }

    Duration age() {
        return Duration.ofNanos(situation.inputs().nanos() - failure.atNanos());
    }

    /** The Job's namespace is going away. */
    boolean namespaceEnds() {
        return failure.message().contains(ENDING);
    }

    /** The Job that stands where ours should be. */
    Optional<MetadataJob> existing() {
        return failure.outcome() == Outcome.EXISTS && failure.existing() != null
                ? Optional.of(MetadataJob.ofMetadata(failure.existing()))
                        .filter(job -> job.key().equals(situation.jobKey()))
                : Optional.empty();
    }

    /** What to show; empty for a failure that passes by itself. */
    Optional<Verdict> verdict() {
        if (namespaceEnds()) {
            return Optional.empty();
        }
        return cause(failure)
                .map(cause -> Verdict.of(cause, sentence(cause)).withExcerpt(failure.message()));
    }

    /** Empty for a failure that passes by itself. */
    static Optional<Cause> cause(Ledger.Failure failure) {
        String message = failure.message();
        return switch (failure.outcome()) {
            case FORBIDDEN -> Optional.of(Cause.CREATE_FORBIDDEN);
            case DENIED ->
                    Optional.of(message.contains(QUOTA) ? Cause.QUOTA_EXCEEDED : Cause.JOB_DENIED);
            case INVALID -> Optional.of(invalid(failure));
            case ERROR -> other(failure);
            case APPLIED, UNCHANGED, OBSERVED, EXISTS, CONFLICT, FENCED, UNKNOWN ->
                    Optional.empty();
        };
    }

    /** The API server's validation answers 400 or 422; other codes from 400 on are rare. */
    private static Cause invalid(Ledger.Failure failure) {
        return failure.code() == 400 || failure.code() == 422
                ? Cause.JOB_INVALID
                : Cause.OTHER_JOB_CREATE_ERROR;
    }

    private static Optional<Cause> other(Ledger.Failure failure) {
        if (failure.message().contains(WEBHOOK)) {
            return Optional.of(Cause.JOB_DENIED);
        }
        boolean clientError = failure.code() >= 400 && failure.code() < 500;
        boolean passes = failure.code() == 409 || failure.code() == 429 || failure.code() == 401;
        return clientError && !passes
                ? Optional.of(Cause.OTHER_JOB_CREATE_ERROR)
                : Optional.empty();
    }

    private String sentence(Cause cause) {
        String what = what();
        String namespace = situation.uri().claim().namespace();
        return switch (cause) {
            case CREATE_FORBIDDEN ->
                    "Drover may not create %s in namespace %s: RBAC does not allow it."
                            .formatted(what, namespace());
            case QUOTA_EXCEEDED ->
                    "%s cannot be created: a quota of namespace %s is used up. Raise or free it."
                            .formatted(subject(), namespace);
            case JOB_DENIED ->
                    "An admission policy or webhook refused to have %s created."
                            .formatted(subject());
            case JOB_INVALID ->
                    ("%s was refused as invalid. Check drover.basemodels.job.* and the model's"
                                    + " node selection.")
                            .formatted(subject());
            default -> "%s cannot be created.".formatted(subject());
        };
    }

    private String what() {
        return switch (failure.intent()) {
            case IntentNames.CREATE_SERVICE_ACCOUNT -> "serviceaccounts";
            case IntentNames.CREATE_ROLE_BINDING -> "rolebindings.rbac.authorization.k8s.io";
            default -> "jobs.batch";
        };
    }

    private String namespace() {
        return failure.intent().equals(IntentNames.CREATE_ROLE_BINDING)
                ? situation.settings().agentNamespace()
                : situation.uri().claim().namespace();
    }

    private String subject() {
        return switch (failure.intent()) {
            case IntentNames.CREATE_SERVICE_ACCOUNT ->
                    "ServiceAccount " + situation.settings().job().serviceAccount();
            case IntentNames.CREATE_ROLE_BINDING -> "The RoleBinding of the OME agent";
            default -> "Job " + situation.jobKey();
        };
    }
}
