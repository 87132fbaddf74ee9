package dev.drover.basemodels.decision;

import dev.drover.basemodels.job.JobOrder;
import dev.drover.basemodels.objects.ClaimUser;
import dev.drover.basemodels.objects.JobPod;
import dev.drover.basemodels.settings.Extractor;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;

/** Rows 14 to 16: a Job is wanted, and whether one can be created now. */
final class JobCreation {
    private static final Duration FIRST_LOOK = Duration.ofSeconds(15);
    private static final Duration NAMESPACE_ENDS = Duration.ofSeconds(60);

    private final Situation situation;

    private JobCreation(Situation situation) {
        this.situation = situation;
    }

    static Plan of(Situation situation) {
        JobCreation creation = new JobCreation(situation);
        return creation.withoutImage()
                .or(creation::earlierPod)
                .or(creation::refused)
                .or(() -> ModelRefusal.withoutResult(situation))
                .or(() -> VanishedJob.of(situation))
                .orElseGet(creation::create);
    }

    private Optional<Plan> withoutImage() {
        return situation.settings().job().image().isPresent()
                ? Optional.empty()
                : Optional.of(
                        Plan.show(
                                Verdict.of(
                                        Cause.IMAGE_MISSING,
                                        "No image is configured for the metadata Job. Set"
                                                + " drover.basemodels."
                                                + Sentences.imageKey(situation)
                                                + ".")));
    }

    /** An agent that still runs would write its result where the next one's is expected. */
    private Optional<Plan> earlierPod() {
        if (situation.settings().extractor() != Extractor.OME_AGENT) {
            return Optional.empty();
        }
        return situation.inputs().pods().stream()
                .filter(JobPod::active)
                .min(Comparator.comparing(JobPod::key))
                .map(
                        pod ->
                                Plan.show(
                                        Verdict.of(
                                                Cause.JOB_TERMINATING,
                                                ("Pod %s of an earlier Job still runs. The next Job"
                                                                + " is created when it has ended.")
                                                        .formatted(pod.key()))));
    }

    /** What the ledger knows of the last creation, where that forbids another one now. */
    private Optional<Plan> refused() {
        Optional<CreateRefusal> refusal = CreateRefusal.of(situation);
        if (refusal.isEmpty()) {
            return Optional.empty();
        }
        return refusal.get().namespaceEnds()
                ? quiet(refusal.get())
                : refusal.get()
                        .existing()
                        .map(job -> new ExistingJob(situation, job, refusal.get().age()))
                        .flatMap(ExistingJob::plan);
    }

    /** Nothing can be created in a namespace that goes away, and nobody has to hear of it. */
    private Optional<Plan> quiet(CreateRefusal refusal) {
        Duration left = NAMESPACE_ENDS.minus(refusal.age());
        return left.isNegative() || left.isZero()
                ? Optional.empty()
                : Optional.of(
                        Plan.silence(
                                JobProgress.created(situation, situation.jobKey().toString()),
                                left));
    }

    private Plan create() {
        Optional<ClaimUser> user = situation.claim().shared() ? Optional.empty() : user();
        if (user.isPresent() && situation.claim().exclusive()) {
            return Plan.show(
                    Verdict.of(
                            Cause.CLAIM_IN_USE,
                            ("PersistentVolumeClaim %s is ReadWriteOncePod and used by pod %s. Stop"
                                            + " that pod or use ReadOnlyMany; this is not counted as an"
                                            + " attempt.")
                                    .formatted(situation.claim().key(), user.get().pod())));
        }
        JobOrder order =
                new JobOrder(
                        situation.model(),
                        situation.uri(),
                        situation.fingerprint(),
                        situation.attempt(),
                        user.map(ClaimUser::node));
        return Plan.show(JobProgress.created(situation, situation.jobKey().toString()))
                .creating(order, CreateRefusal.of(situation).flatMap(CreateRefusal::verdict))
                .lookingAfter(FIRST_LOOK);
    }

    private Optional<ClaimUser> user() {
        return situation
                .questions()
                .users(situation.claim().key().namespace(), situation.claim().key().name())
                .stream()
                .min(Comparator.comparing(ClaimUser::pod));
    }

    /** Somebody else's Job has the name: an attempt that failed. */
    static Plan nameTaken(Situation situation) {
        return Attempts.failed(
                situation,
                situation.jobKey().toString(),
                "",
                AttemptFailure.of(
                        Cause.JOB_NAME_TAKEN,
                        ("Job %s exists and belongs to somebody else. It is left alone; the next"
                                        + " attempt has another name.")
                                .formatted(situation.jobKey()),
                        situation.now()),
                Optional.empty());
    }
}
