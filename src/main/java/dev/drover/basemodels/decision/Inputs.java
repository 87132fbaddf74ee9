package dev.drover.basemodels.decision;

import dev.drover.basemodels.objects.AgentStatus;
import dev.drover.basemodels.objects.BaseModel;
import dev.drover.basemodels.objects.Claim;
import dev.drover.basemodels.objects.JobPod;
import dev.drover.basemodels.objects.MetadataJob;
import dev.drover.basemodels.objects.StorageClass;
import dev.drover.basemodels.settings.BasemodelsConfiguration;
import dev.drover.intents.Ledger;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Everything that one decision about a model depends on.
 *
 * @param model as it stands, or as it was last seen
 * @param gone the object is deleted
 * @param claim the one that the storage URI names; empty when it does not exist or none is named
 * @param storageClass the one that the claim names; empty when it does not exist
 * @param classesReadable false when StorageClasses cannot be read, so that an absent one means
 *     nothing
 * @param jobs all with the model's UID as label {@code drover.dev/model-uid} or as their controller
 * @param pods all with the model's UID as label {@code drover.dev/model-uid}, as far as they are
 *     cached: those of Jobs that are gone too, since a Pod outlives its Job
 * @param agentStatus mode {@code ome-agent}: the ConfigMap of {@link
 *     dev.drover.basemodels.job.AgentNames#configMap}
 * @param conditionsSupported the CRD has {@code status.conditions} and {@code observedGeneration}
 * @param namespaces that Drover watches; empty = all
 * @param ledger what the act route remembers of the model
 * @param memory of the previous decision about the same UID, {@link Memory#NONE} at first
 * @param now wall clock, for dates
 * @param nanos monotonic clock, the ledger's
 */
public record Inputs(
        BaseModel model,
        boolean gone,
        Optional<Claim> claim,
        Optional<StorageClass> storageClass,
        boolean classesReadable,
        List<MetadataJob> jobs,
        List<JobPod> pods,
        Optional<AgentStatus> agentStatus,
        Learnt learnt,
        boolean conditionsSupported,
        BasemodelsConfiguration settings,
        Set<String> namespaces,
        Ledger.Entry ledger,
        Memory memory,
        Instant now,
        long nanos) {
    public Inputs {
        jobs = List.copyOf(jobs);
        pods = List.copyOf(pods);
        namespaces = Set.copyOf(namespaces);
    }

    /** The metadata Jobs that Drover made for the model. */
    List<MetadataJob> ownJobs() {
        return jobs.stream().filter(job -> job.ownOf(model.uid())).toList();
    }

    /** The same with what live reads found. */
    public Inputs with(Learnt more) {
        return new Inputs(
                model,
                gone,
                claim,
                storageClass,
                classesReadable,
                jobs,
                pods,
                agentStatus,
                more,
                conditionsSupported,
                settings,
                namespaces,
                ledger,
                memory,
                now,
                nanos);
    }
}
