package dev.drover.basemodels.objects;

import dev.drover.kubernetes.ObjectKey;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/**
 * The ConfigMap by which the OME agent reports about one model.
 *
 * @param data its entries that are text
 * @param lastError annotation {@code models.ome/pvc-metadata-last-error}, empty when absent
 */
public record AgentStatus(
        ObjectKey key, String uid, Instant created, Map<String, String> data, String lastError) {
    private static final String LAST_ERROR = "models.ome/pvc-metadata-last-error";

    public AgentStatus {
        data = Map.copyOf(data);
    }

    public static AgentStatus of(GenericKubernetesResource object) {
        ObjectMeta metadata = object.getMetadata();
        return new AgentStatus(
                ObjectKey.of(object),
                Objects.requireNonNullElse(metadata.getUid(), ""),
                Trees.created(metadata),
                Trees.texts(Trees.field(object, "data")),
                Trees.map(metadata.getAnnotations()).getOrDefault(LAST_ERROR, ""));
    }
}
