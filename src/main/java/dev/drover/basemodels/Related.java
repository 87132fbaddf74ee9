package dev.drover.basemodels;

import dev.drover.basemodels.objects.AgentStatus;
import dev.drover.basemodels.objects.Claim;
import dev.drover.basemodels.objects.JobLabels;
import dev.drover.basemodels.objects.MetadataJob;
import dev.drover.kubernetes.ObjectKey;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Under which values of the {@link ModelIndex} the models of another object are filed. */
final class Related {
    private Related() {}

    static Collection<String> ofClaim(GenericKubernetesResource claim) {
        return Set.of(ModelIndex.claim(ObjectKey.of(claim)));
    }

    /** The label is ours; a Job that lost it, or is not ours, still names its controller. */
    static Collection<String> ofJob(GenericKubernetesResource job) {
        Set<String> values = new LinkedHashSet<>();
        uids(job).forEach(uid -> values.add(ModelIndex.uid(uid)));
        return values;
    }

    static Collection<String> ofPod(GenericKubernetesResource pod) {
        return label(pod, JobLabels.MODEL_UID).map(ModelIndex::uid).map(Set::of).orElse(Set.of());
    }

    static Collection<String> ofConfigMap(GenericKubernetesResource configMap) {
        Set<String> values = new LinkedHashSet<>();
        AgentStatus.of(configMap).data().keySet().forEach(key -> values.add(ModelIndex.entry(key)));
        return values;
    }

    /** Index of Jobs: UIDs of the models that a Job says it is for. */
    static Collection<String> uids(GenericKubernetesResource object) {
        MetadataJob job = MetadataJob.of(object);
        Set<String> uids = new LinkedHashSet<>();
        Optional.ofNullable(job.labels().get(JobLabels.MODEL_UID)).ifPresent(uids::add);
        job.controllerUid().ifPresent(uids::add);
        return uids;
    }

    /** Index of Pods: UID of the model. A Pod may outlive its Job. */
    static Collection<String> modelUid(GenericKubernetesResource pod) {
        return label(pod, JobLabels.MODEL_UID).map(Set::of).orElse(Set.of());
    }

    /** Index of claims: the StorageClass of one that is not bound. */
    static Collection<String> awaitedClass(GenericKubernetesResource object) {
        Claim claim = Claim.of(object);
        return claim.bound() ? Set.of() : claim.storageClass().map(Set::of).orElse(Set.of());
    }

    private static Optional<String> label(GenericKubernetesResource object, String name) {
        Map<String, String> labels = object.getMetadata().getLabels();
        return Optional.ofNullable(labels == null ? null : labels.get(name));
    }
}
