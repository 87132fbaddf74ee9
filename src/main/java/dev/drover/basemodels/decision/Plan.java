package dev.drover.basemodels.decision;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.basemodels.job.JobOrder;
import dev.drover.basemodels.objects.MetadataJob;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

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
        return new Draft(verdict).plan();
    }

    /** Nothing can be done and nobody has to hear of it. */
    static Plan silence(Verdict verdict, Duration pause) {
        return show(verdict).lookingAfter(pause).with(draft -> draft.quiet = true);
    }

    /** No field of {@code spec} changes. */
    static ObjectNode noFields() {
        return JsonNodeFactory.instance.objectNode();
    }

    Plan onClaim(boolean hasVolume) {
        return with(draft -> draft.bound = hasVolume);
    }

    Plan deleting(List<MetadataJob> jobs) {
        return with(draft -> draft.delete = jobs);
    }

    Plan recording(Extraction record, ObjectNode specPatch, Optional<AttemptEnd> ended) {
        return with(
                draft -> {
                    draft.extraction = Optional.of(record);
                    draft.spec = specPatch;
                    draft.end = ended;
                });
    }

    Plan creating(JobOrder order, Optional<Verdict> refused) {
        return with(
                draft -> {
                    draft.create = Optional.of(order);
                    draft.obstacle = refused;
                });
    }

    Plan adopting(MetadataJob job) {
        return with(draft -> draft.adopt = Optional.of(job));
    }

    Plan lookingAfter(Duration delay) {
        return with(draft -> draft.look = Optional.of(delay));
    }

    private Plan with(Consumer<Draft> change) {
        Draft draft = new Draft(verdict);
        draft.obstacle = obstacle;
        draft.bound = bound;
        draft.delete = delete;
        draft.extraction = extraction;
        draft.spec = spec;
        draft.create = create;
        draft.adopt = adopt;
        draft.look = look;
        draft.end = end;
        draft.quiet = quiet;
        change.accept(draft);
        return draft.plan();
    }

    /** A plan while it is made: what is not set is as of one that only shows its verdict. */
    private static final class Draft {
        private final Verdict verdict;
        private Optional<Verdict> obstacle = Optional.empty();
        private boolean bound = true;
        private List<MetadataJob> delete = List.of();
        private Optional<Extraction> extraction = Optional.empty();
        private ObjectNode spec = noFields();
        private Optional<JobOrder> create = Optional.empty();
        private Optional<MetadataJob> adopt = Optional.empty();
        private Optional<Duration> look = Optional.empty();
        private Optional<AttemptEnd> end = Optional.empty();
        private boolean quiet;

        Draft(Verdict verdict) {
            this.verdict = verdict;
        }

        Plan plan() {
            return new Plan(
                    verdict,
                    obstacle,
                    bound,
                    delete,
                    extraction,
                    spec,
                    create,
                    adopt,
                    look,
                    end,
                    quiet);
        }
    }
}
