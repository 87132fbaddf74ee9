package dev.drover.basemodels.decision;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.basemodels.job.JobOrder;
import dev.drover.basemodels.objects.MetadataJob;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What is to be shown and done, before it becomes intents.
 *
 * @param verdict what the status says in the end
 * @param obstacle what the status says before a Job is created whose last creation was refused
 * @param bound the claim has a volume, or does not matter
 * @param delete own Jobs that are not wanted any more
 * @param extraction the annotation from now on; empty = as it is
 * @param spec merge patch of {@code spec}, perhaps empty; only with an extraction
 * @param create the Job to be created
 * @param adopt the Job to be marked as ours
 * @param look when to look again, if the verdict's own pace does not say it
 * @param end of an attempt
 * @param quiet nothing is shown or written, only looked again
 */
record Plan(
        Verdict verdict,
        Optional<Verdict> obstacle,
        boolean bound,
        List<MetadataJob> delete,
        Optional<Extraction> extraction,
        ObjectNode spec,
        Optional<JobOrder> create,
        Optional<MetadataJob> adopt,
        Optional<Duration> look,
        Optional<AttemptEnd> end,
        boolean quiet) {
    static Plan show(Verdict verdict) {
        return new Plan(
                verdict,
                Optional.empty(),
                true,
                List.of(),
                Optional.empty(),
                noFields(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false);
    }

    /** Nothing can be done and nobody has to hear of it. */
    static Plan silence(Verdict verdict, Duration pause) {
        Plan plan = show(verdict).lookingAfter(pause);
        return new Plan(
                plan.verdict,
                plan.obstacle,
                plan.bound,
                plan.delete,
                plan.extraction,
                plan.spec,
                plan.create,
                plan.adopt,
                plan.look,
                plan.end,
                true);
    }

    /** No field of {@code spec} changes. */
    static ObjectNode noFields() {
        return JsonNodeFactory.instance.objectNode();
    }

    Plan onClaim(boolean hasVolume) {
        return new Plan(
                verdict,
                obstacle,
                hasVolume,
                delete,
                extraction,
                spec,
                create,
                adopt,
                look,
                end,
                quiet);
    }

    Plan deleting(List<MetadataJob> jobs) {
        return new Plan(
                verdict, obstacle, bound, jobs, extraction, spec, create, adopt, look, end, quiet);
    }

    Plan recording(Extraction record, ObjectNode specPatch, Optional<AttemptEnd> ended) {
        return new Plan(
                verdict,
                obstacle,
                bound,
                delete,
                Optional.of(record),
                specPatch,
                create,
                adopt,
                look,
                ended,
                quiet);
    }

    Plan creating(JobOrder order, Optional<Verdict> refused) {
        return new Plan(
                verdict,
                refused,
                bound,
                delete,
                extraction,
                spec,
                Optional.of(order),
                adopt,
                look,
                end,
                quiet);
    }

    Plan adopting(MetadataJob job) {
        return new Plan(
                verdict,
                obstacle,
                bound,
                delete,
                extraction,
                spec,
                create,
                Optional.of(job),
                look,
                end,
                quiet);
    }

    Plan lookingAfter(Duration delay) {
        return new Plan(
                verdict,
                obstacle,
                bound,
                delete,
                extraction,
                spec,
                create,
                adopt,
                Optional.of(delay),
                end,
                quiet);
    }
}
