package dev.drover.basemodels.decision;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.basemodels.job.AgentNames;
import dev.drover.basemodels.metadata.MetadataField;
import dev.drover.basemodels.objects.MetadataJob;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What the present attempt's Job has come to (rows 10 and 11, spec basemodels 5.4). */
final class Attempts {
    private static final Duration RESULT_LATENCY = Duration.ofSeconds(10);
    private static final Duration SOON = Duration.ofSeconds(2);

    private final Situation situation;
    private final MetadataJob job;

    private Attempts(Situation situation, MetadataJob job) {
        this.situation = situation;
        this.job = job;
    }

    static Plan of(Situation situation, MetadataJob job) {
        return new Attempts(situation, job).plan();
    }

    private Plan plan() {
        AttemptResult result = AttemptResult.of(situation, job);
        Optional<Found> found = result.found();
        if (found.isPresent()) {
            return succeeded(found.get());
        }
        if (job.deleting()) {
            return ending();
        }
        if (job.end().isEmpty()) {
            return new JobProgress(situation, job).plan();
        }
        MetadataJob.End end = job.end().get();
        return end.complete()
                ? withoutResult(end, result.defect())
                : failed(
                        situation, job.key().toString(), job.uid(), result.failure(end), created());
    }

    private Plan succeeded(Found found) {
        Extraction before = situation.extraction();
        Provenance.Change change =
                Provenance.apply(situation.model().spec(), before.fields(), found.metadata());
        Extraction after =
                before.succeeded(job.key().toString(), job.uid(), found, change.fields());
        AttemptEnd end =
                new AttemptEnd(
                        AttemptEnd.Result.SUCCEEDED,
                        IntentNames.PATCH_SPEC,
                        Optional.of(Duration.between(job.created(), found.at())),
                        change.filled());
        return Plan.show(ready(situation, after, change.spec()))
                .recording(after, change.spec(), Optional.of(end));
    }

    /** Built from the annotation, so that it stays the same when the Job is gone. */
    static Verdict ready(Situation situation, Extraction extraction, JsonNode specPatch) {
        String key = MetadataField.MODEL_PARAMETER_SIZE.key();
        JsonNode size =
                specPatch.has(key) ? specPatch.path(key) : situation.model().spec().path(key);
        return Verdict.of(
                Cause.METADATA_EXTRACTED,
                Sentences.extracted(
                        situation,
                        extraction,
                        Optional.of(size.asText(""))
                                .filter(it -> size.isTextual() && !it.isEmpty())));
    }

    /** Most deletions are over before anybody could do something about them. */
    private Plan ending() {
        boolean young = situation.age(job.created()).compareTo(JobProgress.PATIENCE) < 0;
        return young
                ? Plan.show(JobProgress.created(situation, job.key().toString())).lookingAfter(SOON)
                : Plan.show(terminating(job));
    }

    static Verdict terminating(MetadataJob job) {
        String holders =
                job.finalizers().isEmpty()
                        ? ""
                        : " Finalizers hold it: " + String.join(", ", job.finalizers()) + ".";
        return Verdict.of(
                Cause.JOB_TERMINATING,
                "Job %s is being deleted.%s A new one follows.".formatted(job.key(), holders));
    }

    /** Pod and Job travel to the cache on different watches: the result may be a moment late. */
    private Plan withoutResult(MetadataJob.End end, Optional<String> defect) {
        Duration over = situation.age(end.at());
        boolean late = over.compareTo(RESULT_LATENCY) >= 0;
        if (!late && (defect.isEmpty() || AgentNames.made(job))) {
            return Plan.show(JobProgress.created(situation, job.key().toString()))
                    .lookingAfter(SOON);
        }
        AttemptFailure failure =
                defect.map(
                                problem ->
                                        AttemptFailure.of(
                                                Cause.RESULT_INVALID,
                                                "The result of Job %s%s is not usable: %s."
                                                        .formatted(job.key(), place(), problem),
                                                end.at()))
                        .orElseGet(
                                () ->
                                        AttemptFailure.of(
                                                Cause.RESULT_MISSING,
                                                ("Job %s is complete, but left no result%s. See the"
                                                                + " logs of its Pod.")
                                                        .formatted(job.key(), place()),
                                                end.at()));
        return failed(situation, job.key().toString(), job.uid(), failure, created());
    }

    private String place() {
        return AgentNames.made(job)
                ? " in ConfigMap "
                        + AgentNames.configMap(
                                situation.settings().agentNamespace(), situation.model())
                : "";
    }

    private Optional<Instant> created() {
        return Optional.of(job.created());
    }

    /**
     * Records a failed attempt.
     *
     * @param created of its Job, if it was ours
     */
    static Plan failed(
            Situation situation,
            String job,
            String jobUid,
            AttemptFailure failure,
            Optional<Instant> created) {
        boolean permanent = failure.cause().permanent();
        Optional<Instant> next =
                Retries.next(
                        situation.settings().retries(),
                        situation.fingerprint(),
                        situation.attempt(),
                        permanent,
                        failure.at());
        Extraction after =
                situation
                        .extraction()
                        .failed(
                                situation.attempt(),
                                job,
                                jobUid,
                                new Extraction.Fail(
                                        failure.cause(),
                                        failure.exit(),
                                        failure.message(),
                                        failure.at()),
                                next)
                        .normal();
        AttemptEnd end =
                new AttemptEnd(
                        permanent ? AttemptEnd.Result.PERMANENT : AttemptEnd.Result.TRANSIENT,
                        IntentNames.PATCH_ANNOTATIONS,
                        created.map(at -> Duration.between(at, failure.at())),
                        List.of());
        return RecordedFailure.show(situation, after, failure.excerpt())
                .recording(after, Plan.noFields(), Optional.of(end));
    }
}
