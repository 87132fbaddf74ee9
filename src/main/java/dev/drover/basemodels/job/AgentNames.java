package dev.drover.basemodels.job;

import dev.drover.basemodels.objects.BaseModel;
import dev.drover.basemodels.objects.JobLabels;
import dev.drover.basemodels.objects.MetadataJob;
import dev.drover.basemodels.objects.ModelKind;
import dev.drover.basemodels.settings.Extractor;
import dev.drover.kubernetes.ObjectKey;

/** Where the OME agent writes about a model; its choices, not ours. */
public final class AgentNames {
    /** Role in the OME namespace that lets the agent write. */
    public static final String ROLE = "drover-metadata-agent";

    /** Finalizer that makes Drover delete the ConfigMap, which the model cannot own. */
    public static final String FINALIZER = "drover.dev/basemodels";

    private static final int DIGITS = 8;

    private AgentNames() {}

    /** True for a Job that runs the agent, whatever the extractor in force is. */
    public static boolean made(MetadataJob job) {
        return Extractor.OME_AGENT.word().equals(job.annotations().get(JobLabels.EXTRACTOR));
    }

    /**
     * The ConfigMap of a model.
     *
     * @param agentNamespace where the agent writes
     */
    public static ObjectKey configMap(String agentNamespace, BaseModel model) {
        return new ObjectKey(
                agentNamespace, "pvc-metadata-" + Sha256.hex(model.key().toString(), DIGITS));
    }

    /** Key of the model's entry in it, unless the agent had to shorten it. */
    public static String dataKey(BaseModel model) {
        return model.kind() == ModelKind.CLUSTER_BASE_MODEL
                ? "clusterbasemodel." + model.key().name()
                : model.key().namespace() + ".basemodel." + model.key().name();
    }

    /** The RoleBinding for the Jobs of one namespace. */
    public static ObjectKey roleBinding(
            String agentNamespace, String serviceAccount, String jobNamespace) {
        return new ObjectKey(agentNamespace, serviceAccount + "-" + jobNamespace);
    }
}
