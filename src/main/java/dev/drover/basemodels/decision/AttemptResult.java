package dev.drover.basemodels.decision;

import dev.drover.basemodels.job.AgentNames;
import dev.drover.basemodels.objects.MetadataJob;
import java.util.Optional;

/** What an attempt's Job left behind, whichever way its extractor has to tell it. */
sealed interface AttemptResult permits NativeResult, AgentResult {
    /** By the Job's own annotation: switching the extractor does not disturb a running Job. */
    static AttemptResult of(Situation situation, MetadataJob job) {
        return AgentNames.made(job)
                ? AgentResult.of(situation, job)
                : new NativeResult(ContainerEnds.of(situation, job));
    }

    /** A valid result; it counts before the Job itself is over. */
    Optional<Found> found();

    /** What is wrong with a result that is there but cannot be used. */
    Optional<String> defect();

    /**
     * Why the Job failed.
     *
     * @param end its condition {@code Failed}
     */
    AttemptFailure failure(MetadataJob.End end);
}
