package dev.drover.basemodels.decision;

import dev.drover.basemodels.objects.MetadataJob;
import java.time.Duration;
import java.util.Optional;

/**
 * The Job that a create found in its place and that no cache knows yet. What was seen goes stale:
 * after a while the create is tried again, which is harmless and shows the Job anew.
 */
record ExistingJob(Situation situation, MetadataJob job, Duration age) {
    private static final Duration FRESH = Duration.ofSeconds(10);

    /** Empty when it is time to try the create again. */
    Optional<Plan> plan() {
        if (job.deleting()) {
            return terminating();
        }
        return age.compareTo(FRESH) < 0 ? Optional.of(judged()) : Optional.empty();
    }

    private Plan judged() {
        return switch (Belonging.of(job, situation)) {
            case OURS -> waiting();
            case ADOPTABLE -> waiting().adopting(job);
            case FOREIGN -> JobCreation.nameTaken(situation);
        };
    }

    private Plan waiting() {
        return Plan.show(JobProgress.created(situation, job.key().toString()))
                .lookingAfter(FRESH.minus(age));
    }

    private Optional<Plan> terminating() {
        Plan plan = Plan.show(Attempts.terminating(job));
        Duration pause =
                plan.verdict()
                        .cause()
                        .pace()
                        .next(Writing.lasted(situation.inputs(), plan.verdict()))
                        .orElse(FRESH);
        Duration left = pause.minus(age);
        return left.isNegative() || left.isZero()
                ? Optional.empty()
                : Optional.of(plan.lookingAfter(left));
    }
}
