package dev.drover.basemodels.decision;

import dev.drover.basemodels.job.AgentNames;
import dev.drover.basemodels.objects.JobLabels;
import dev.drover.basemodels.objects.MetadataJob;
import dev.drover.basemodels.settings.Extractor;
import dev.drover.kubernetes.ObjectKey;
import java.util.Optional;

/** Where the agent of a Job reports. */
final class AgentConfig {
    private AgentConfig() {}

    /** The ConfigMap; empty for a native Job. */
    static Optional<ObjectKey> of(Situation situation, MetadataJob job) {
        String word = job.annotations().getOrDefault(JobLabels.EXTRACTOR, "");
        return Extractor.OME_AGENT.word().equals(word)
                ? Optional.of(
                        AgentNames.configMap(
                                situation.settings().agentNamespace(), situation.model()))
                : Optional.empty();
    }
}
