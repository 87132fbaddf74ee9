package dev.drover.basemodels.decision;

import dev.drover.basemodels.metadata.MetadataField;
import dev.drover.basemodels.objects.MetadataJob;
import dev.drover.basemodels.settings.Extract;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rows 8 to 16: the claim can be used, now or once it is bound. */
final class ClaimPlan {
    private static final Duration LINGERING = Duration.ofSeconds(60);
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
        Plan plan = Plan.show(Attempts.ready(situation, extraction, Plan.noFields()));
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
                .or(() -> RecordedFailure.of(situation))
                .orElseGet(() -> JobCreation.of(situation));
    }

    private Plan judged(MetadataJob job) {
        return switch (Belonging.of(job, situation)) {
            case OURS -> Attempts.of(situation, job);
            case ADOPTABLE -> Attempts.of(situation, job).adopting(job);
            case FOREIGN ->
                    job.deleting()
                            ? Plan.show(Attempts.terminating(job))
                            : JobCreation.nameTaken(situation);
        };
    }
}
