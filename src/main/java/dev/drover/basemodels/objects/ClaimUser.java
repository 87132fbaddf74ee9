package dev.drover.basemodels.objects;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.kubernetes.ObjectKey;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Optional;

/** A Pod of somebody else that has a claim mounted on a node, or is about to. */
public record ClaimUser(ObjectKey pod, String node) {
    /** Empty for a Pod that is ours, is over, has no node yet, or does not use the claim. */
    public static Optional<ClaimUser> of(GenericKubernetesResource pod, String claim) {
        JsonNode spec = Trees.field(pod, "spec");
        String node = Trees.text(spec.path("nodeName"));
        String phase = Trees.text(Trees.field(pod, "status").path("phase"));
        boolean ours =
                JobLabels.DROVER.equals(
                                Trees.map(pod.getMetadata().getLabels()).get(JobLabels.MANAGED_BY))
                        && JobLabels.METADATA_EXTRACTION.equals(
                                pod.getMetadata().getLabels().get(JobLabels.COMPONENT));
        boolean alive = phase.equals("Pending") || phase.equals("Running");
        return !ours && alive && !node.isEmpty() && mounts(spec.path("volumes"), claim)
                ? Optional.of(new ClaimUser(ObjectKey.of(pod), node))
                : Optional.empty();
    }

    private static boolean mounts(JsonNode volumes, String claim) {
        for (JsonNode volume : volumes) {
            String name = Trees.text(volume.path("persistentVolumeClaim").path("claimName"));
            if (claim.equals(name)) {
                return true;
            }
        }
        return false;
    }
}
