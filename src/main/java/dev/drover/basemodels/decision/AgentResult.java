package dev.drover.basemodels.decision;

import dev.drover.basemodels.metadata.ModelMetadata;
import dev.drover.basemodels.objects.AgentStatus;
import dev.drover.basemodels.objects.MetadataJob;
import java.util.List;
import java.util.Optional;

/**
 * What the OME agent wrote into its ConfigMap. The ConfigMap's name does not depend on the URI, so
 * one that is older than the Job says nothing about it; and an earlier try of the same Job may
 * still be repeated, so nothing counts before the Job is over.
 */
record AgentResult(ContainerEnds ends, Optional<AgentEntry> entry) implements AttemptResult {
    static AgentResult of(Situation situation, MetadataJob job) {
        Optional<AgentEntry> entry =
                situation
                        .inputs()
                        .agentStatus()
                        .filter(status -> !status.created().isBefore(job.created()))
                        .flatMap(status -> AgentEntry.of(situation.model(), status));
        return new AgentResult(
                entry.filter(AgentEntry::tells).isPresent()
                        ? ContainerEnds.cached(situation, job)
                        : ContainerEnds.of(situation, job),
                entry);
    }

    @Override
    public Optional<Found> found() {
        Optional<ModelMetadata> metadata =
                entry.filter(AgentEntry::ready).flatMap(AgentEntry::metadata);
        return ends.job()
                .end()
                .flatMap(end -> metadata.map(it -> new Found(it, "", List.of(), end.at())));
    }

    @Override
    public Optional<String> defect() {
        return entry.map(AgentEntry::defect);
    }

    @Override
    public AttemptFailure failure(MetadataJob.End end) {
        return entry.filter(AgentEntry::failed)
                .map(
                        it ->
                                AttemptFailure.of(
                                                Cause.AGENT_REPORTED,
                                                ("The OME agent of Job %s reported a failure. See"
                                                                + " the logs of its Pods.")
                                                        .formatted(ends.job().key()),
                                                end.at())
                                        .withExcerpt(lastError()))
                .orElseGet(() -> ends.failure(end));
    }

    private String lastError() {
        return ends.situation().inputs().agentStatus().map(AgentStatus::lastError).orElse("");
    }
}
