package dev.drover.basemodels.decision;

import dev.drover.basemodels.job.JobOrder;
import dev.drover.basemodels.metadata.MetadataField;
import dev.drover.basemodels.objects.ClaimUser;
import dev.drover.basemodels.objects.JobPod;
import dev.drover.basemodels.objects.MetadataJob;
import dev.drover.basemodels.settings.Extract;
import dev.drover.basemodels.settings.Extractor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rows 8 to 16: the claim can be used, now or once it is bound. */
final class ClaimPlan {
    private static final Duration LINGERING = Duration.ofSeconds(60);
    private static final Duration FIRST_LOOK = Duration.ofSeconds(15);
    private static final Duration NAMESPACE_ENDS = Duration.ofSeconds(60);
    private static final String SKIP = "ome.oracle.com/skip-config-parsing";

    /** What a model needs to be served; a quantization is not needed. */
    private static final Set<MetadataField> COMPLETE =
            EnumSet.complementOf(EnumSet.of(MetadataField.QUANTIZATION));

    private final Situation situation;

    private ClaimPlan(Situation situation) {
        this.situation = situation;
    }

    static Plan of(Situation situation) {
        ClaimPlan rows = new ClaimPlan(situation);
        Plan plan = rows.settled().orElseGet(rows::attempted);
        List<MetadataJob> unwanted = new ArrayList<>(plan.delete());
        unwanted.addAll(situation.outdatedJobs());
        return plan.deleting(unwanted).onClaim(situation.claim().bound());
    }

    /**
     * Rows 8 and 9: no Job is needed. A claim that was read once counts whatever its phase says.
     */
    private Optional<Plan> settled() {
        if (situation.extraction().done()) {
            return Optional.of(ready());
        }
        if (!situation.claim().bound()) {
            return Optional.empty();
        }
        boolean skipped =
                situation.settings().honourSkipAnnotation()
                        && "true".equals(situation.model().annotations().get(SKIP));
        if (skipped) {
            return Optional.of(
                    Plan.show(
                            Verdict.of(
                                    Cause.EXTRACTION_SKIPPED,
                                    "Annotation %s is set: the volume was not read.%s"
                                            .formatted(SKIP, Sentences.servedFrom(situation)))));
        }
        return situation.settings().extract() == Extract.WHEN_INCOMPLETE && complete()
                ? Optional.of(
                        Plan.show(
                                Verdict.of(
                                        Cause.METADATA_SUPPLIED,
                                        "All fields are set: the volume was not read."
                                                + Sentences.servedFrom(situation))))
                : Optional.empty();
    }

    private boolean complete() {
        return COMPLETE.stream()
                .noneMatch(
                        field ->
                                Provenance.empty(
                                        field, situation.model().spec().path(field.key())));
    }

    private Plan ready() {
        Extraction extraction = situation.extraction();
        Plan plan =
                Plan.show(
                        Attempts.ready(
                                situation, extraction, situation.model().spec().path("none")));
        List<MetadataJob> active =
                situation.inputs().ownJobs().stream()
                        .filter(job -> job.fingerprint().equals(situation.fingerprint().value()))
                        .filter(job -> job.end().isEmpty())
                        .toList();
        if (active.isEmpty()) {
            return plan;
        }
        Duration left = LINGERING.minus(situation.age(extraction.at().orElse(Instant.EPOCH)));
        boolean lingering = left.isNegative() || left.isZero();
        return lingering ? plan.deleting(active) : plan.lookingAfter(left);
    }

    private Plan attempted() {
        Optional<MetadataJob> job = situation.job();
        if (job.isPresent()) {
            return judged(job.get());
        }
        return ClaimRules.unbound(situation)
                .map(Plan::show)
                .or(this::failedBefore)
                .or(this::withoutImage)
                .or(this::earlierPod)
                .or(this::refused)
                .orElseGet(this::create);
    }

    private Plan judged(MetadataJob job) {
        return switch (Belonging.of(job, situation)) {
            case OURS -> Attempts.of(situation, job);
            case ADOPTABLE -> Attempts.of(situation, job).adopting(job);
            case FOREIGN -> nameTaken(situation);
        };
    }

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

    /** Row 13. */
    private Optional<Plan> failedBefore() {
        Extraction extraction = situation.extraction();
        if (extraction.fail().isEmpty()) {
            return Optional.empty();
        }
        Optional<Instant> next = next(extraction, extraction.fail().get());
        if (next.isPresent() && !situation.now().isBefore(next.get())) {
            return Optional.empty();
        }
        if (next.equals(extraction.next())) {
            return Optional.of(Attempts.recorded(situation, extraction, ""));
        }
        Extraction moved = extraction.withNext(next).normal();
        return Optional.of(
                Attempts.recorded(situation, moved, "")
                        .recording(moved, Plan.noFields(), Optional.empty()));
    }

    /** As recorded, unless the settings or a moved clock make it mean something else now. */
    private Optional<Instant> next(Extraction extraction, Extraction.Fail fail) {
        Optional<Instant> computed =
                Retries.next(
                        situation.settings().retries(),
                        situation.fingerprint(),
                        extraction.attempts(),
                        fail.cause().permanent(),
                        fail.at());
        return computed.map(
                at ->
                        Retries.plausible(
                                situation.settings().retries(),
                                situation.fingerprint(),
                                extraction.next().orElse(at),
                                situation.now()));
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
}
