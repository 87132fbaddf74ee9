package dev.drover.basemodels;

import dev.drover.basemodels.objects.JobPod;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.function.Function;

/** What models depend on in a Pod of their Job, bean {@code basemodels-pod-view}. */
final class PodView implements Function<GenericKubernetesResource, Object> {
    @Override
    public Object apply(GenericKubernetesResource object) {
        JobPod pod = JobPod.of(object);
        return List.of(
                pod.phase(), pod.unschedulable(), pod.running(), pod.waiting(), pod.terminated());
    }
}
