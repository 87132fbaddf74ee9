package dev.drover.basemodels.decision;

import dev.drover.basemodels.objects.JobPod;
import dev.drover.basemodels.objects.MetadataJob;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** How the containers of a Job ended, newest Pod first. */
record ContainerEnds(Situation situation, MetadataJob job, List<JobPod.Terminated> ends) {
    private static final String OUT_OF_MEMORY = "OOMKilled";
    private static final String DEADLINE = "DeadlineExceeded";
    private static final int EXCERPT = 200;

    /** From the cache; of a Job that is over also from the API server, when the cache has none. */
    static ContainerEnds of(Situation situation, MetadataJob job) {
        ContainerEnds cached = cached(situation, job);
        return job.end().isPresent() && cached.ends.isEmpty()
                ? new ContainerEnds(situation, job, ends(live(situation, job), job))
                : cached;
    }

    /** From the cache alone, where something better than a container tells how it ended. */
    static ContainerEnds cached(Situation situation, MetadataJob job) {
        return new ContainerEnds(situation, job, ends(situation.inputs().pods().stream(), job));
    }

    private static Stream<JobPod> live(Situation situation, MetadataJob job) {
        return situation.questions().pods(job.key().namespace(), job.uid()).stream();
    }

    private static List<JobPod.Terminated> ends(Stream<JobPod> pods, MetadataJob job) {
        return pods.filter(pod -> pod.jobUid().equals(job.uid()))
                .sorted(Comparator.comparing(JobPod::created).thenComparing(JobPod::uid).reversed())
                .flatMap(pod -> pod.terminated().stream())
                .toList();
    }

    Stream<JobPod.Terminated> good() {
        return ends.stream().filter(end -> end.exitCode() == 0);
    }

    Optional<JobPod.Terminated> lastBad() {
        return ends.stream().filter(end -> end.exitCode() != 0).findFirst();
    }

    /** Why the Job failed, as far as Kubernetes itself can tell. */
    AttemptFailure failure(MetadataJob.End end) {
        return failure(end, Optional.empty());
    }

    /**
     * The same.
     *
     * @param words of the container that ended last, where they are known to be better than its
     *     termination message
     */
    AttemptFailure failure(MetadataJob.End end, Optional<String> words) {
        Optional<JobPod.Terminated> last = lastBad();
        return last.filter(it -> OUT_OF_MEMORY.equals(it.reason()))
                .map(it -> outOfMemory(it, end.at()))
                .orElseGet(
                        () ->
                                DEADLINE.equals(end.reason())
                                        ? deadline(end)
                                        : unexplained(last, end, words));
    }

    private AttemptFailure outOfMemory(JobPod.Terminated last, Instant at) {
        return AttemptFailure.of(
                        Cause.OUT_OF_MEMORY,
                        ("The extractor of Job %s ran out of memory. Raise"
                                        + " drover.basemodels.job.memory-limit.")
                                .formatted(job.key()),
                        at)
                .withExit(last.exitCode());
    }

    /** What held it up is known from the status only: the Job controller deleted its Pod. */
    private AttemptFailure deadline(MetadataJob.End end) {
        String obstacle =
                LastShown.of(situation.inputs())
                        .obstacle()
                        .map(it -> "Last obstacle: " + it)
                        .orElse("Raise drover.basemodels.job.deadline if it needs longer.");
        return AttemptFailure.of(
                Cause.DEADLINE_EXCEEDED,
                "Job %s did not finish in time. %s".formatted(job.key(), obstacle),
                end.at());
    }

    private AttemptFailure unexplained(
            Optional<JobPod.Terminated> last, MetadataJob.End end, Optional<String> words) {
        AttemptFailure failure =
                AttemptFailure.of(
                        Cause.EXTRACTOR_FAILED,
                        "Job %s failed (%s%s). See the logs of its Pods."
                                .formatted(
                                        job.key(),
                                        end.reason().isEmpty() ? "no reason given" : end.reason(),
                                        last.map(it -> ", exit code " + it.exitCode()).orElse("")),
                        end.at());
        return last.map(
                        it ->
                                failure.withExit(it.exitCode())
                                        .withExcerpt(
                                                Sentences.start(
                                                        words.orElse(it.message()), EXCERPT)))
                .orElse(failure);
    }
}
