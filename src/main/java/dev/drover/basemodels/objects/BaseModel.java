package dev.drover.basemodels.objects;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.kubernetes.ObjectKey;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A BaseModel or ClusterBaseModel as it stands, read tolerantly: a field that is absent or of
 * another type than it should be reads as absent.
 *
 * @param spec missing node when there is none; must not be changed
 * @param status missing node when there is none; must not be changed
 */
public record BaseModel(
        ModelKind kind,
        ObjectKey key,
        String uid,
        long generation,
        String resourceVersion,
        Map<String, String> annotations,
        List<String> finalizers,
        boolean deleting,
        JsonNode spec,
        JsonNode status) {
    public BaseModel {
        annotations = Map.copyOf(annotations);
        finalizers = List.copyOf(finalizers);
    }

    public static BaseModel of(GenericKubernetesResource object) {
        ObjectMeta metadata = object.getMetadata();
        return new BaseModel(
                ModelKind.ofWord(object.getKind()),
                ObjectKey.of(object),
                Objects.requireNonNullElse(metadata.getUid(), ""),
                Objects.requireNonNullElse(metadata.getGeneration(), 0L),
                Objects.requireNonNullElse(metadata.getResourceVersion(), ""),
                Trees.map(metadata.getAnnotations()),
                Trees.list(metadata.getFinalizers()),
                metadata.getDeletionTimestamp() != null,
                Trees.field(object, "spec"),
                Trees.field(object, "status"));
    }

    /** What {@code spec.storage.storageUri} means. */
    public ModelSource source() {
        JsonNode uri = spec.path("storage").path("storageUri");
        return ModelSource.of(kind, key.namespace(), uri.isTextual() ? uri.asText() : null);
    }

    /** {@code distribution: Sharded}: every node holds a part only. */
    public boolean sharded() {
        return "Sharded".equals(spec.path("distribution").asText());
    }

    /** {@code spec.storage.nodeSelector}. */
    public Map<String, String> nodeSelector() {
        return Trees.texts(spec.path("storage").path("nodeSelector"));
    }

    /** {@code spec.storage.nodeAffinity}; a missing node when there is none. */
    public JsonNode nodeAffinity() {
        return spec.path("storage").path("nodeAffinity");
    }

    /** {@code BaseModel: ns/name}, as log lines begin. */
    @Override
    public String toString() {
        return kind.word() + ": " + key;
    }
}
