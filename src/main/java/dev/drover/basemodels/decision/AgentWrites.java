package dev.drover.basemodels.decision;

import dev.drover.basemodels.job.AgentNames;
import dev.drover.basemodels.objects.AgentStatus;
import dev.drover.basemodels.settings.Extractor;
import dev.drover.intents.Intent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the mode {@code ome-agent} adds: the model cannot own a ConfigMap in another namespace,
 * hence the finalizer; and a ConfigMap of before must never be taken for the answer of the next
 * Job.
 */
final class AgentWrites {
    private final Inputs inputs;
    private final Writes writes;

    AgentWrites(Inputs inputs, Writes writes) {
        this.inputs = inputs;
        this.writes = writes;
    }

    boolean used() {
        return inputs.settings().extractor() == Extractor.OME_AGENT;
    }

    /** Before the first Job: whoever deletes the model then waits for us. */
    List<Intent> prepare() {
        List<String> finalizers = inputs.model().finalizers();
        if (!used() || finalizers.contains(AgentNames.FINALIZER)) {
            return List.of();
        }
        List<String> all = new ArrayList<>(finalizers);
        all.add(AgentNames.FINALIZER);
        return List.of(writes.patchFinalizers(all, "before the first Job"));
    }

    /** Removes what is older than the Job that exists or is about to be created. */
    Optional<Intent> cleared(Plan plan) {
        return inputs.agentStatus()
                .filter(status -> used())
                .filter(status -> plan.create().isPresent() || outdated(status))
                .map(status -> writes.deleteConfigMap(status, "older than the Job"));
    }

    private boolean outdated(AgentStatus status) {
        return inputs.ownJobs().stream()
                .filter(AgentNames::made)
                .anyMatch(job -> status.created().isBefore(job.created()));
    }
}
