package dev.drover.basemodels.objects;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.kubernetes.ObjectKey;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A PersistentVolumeClaim.
 *
 * @param phase an absent or unknown one counts as {@link Phase#PENDING}
 * @param block {@code volumeMode: Block}
 * @param storageClass empty when absent; a class named {@code ""} stays one
 * @param volumeName empty when none is chosen yet
 * @param capacity {@code status.capacity.storage}, empty when not known
 */
public record Claim(
        ObjectKey key,
        String uid,
        Phase phase,
        boolean deleting,
        Instant created,
        List<String> accessModes,
        boolean block,
        Optional<String> storageClass,
        String volumeName,
        String capacity) {
    /** {@code status.phase}. */
    public enum Phase {
        PENDING("Pending"),
        BOUND("Bound"),
        LOST("Lost");

        private final String word;

        Phase(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }

        static Phase ofWord(String word) {
            return BOUND.word.equals(word) ? BOUND : LOST.word.equals(word) ? LOST : PENDING;
        }
    }

    public Claim {
        accessModes = List.copyOf(accessModes);
    }

    public static Claim of(GenericKubernetesResource object) {
        ObjectMeta metadata = object.getMetadata();
        JsonNode spec = Trees.field(object, "spec");
        JsonNode status = Trees.field(object, "status");
        JsonNode storageClass = spec.path("storageClassName");
        return new Claim(
                ObjectKey.of(object),
                Objects.requireNonNullElse(metadata.getUid(), ""),
                Phase.ofWord(Trees.text(status.path("phase"))),
                metadata.getDeletionTimestamp() != null,
                Trees.created(metadata),
                Trees.words(spec.path("accessModes")),
                "Block".equals(Trees.text(spec.path("volumeMode"))),
                storageClass.isTextual() ? Optional.of(storageClass.asText()) : Optional.empty(),
                Trees.text(spec.path("volumeName")),
                Trees.text(status.path("capacity").path("storage")));
    }

    public boolean bound() {
        return phase == Phase.BOUND;
    }

    /** Pods on several nodes may use it at a time. */
    public boolean shared() {
        return accessModes.contains("ReadWriteMany") || accessModes.contains("ReadOnlyMany");
    }

    /** One pod may use it at a time. */
    public boolean exclusive() {
        return !shared() && accessModes.contains("ReadWriteOncePod");
    }
}
