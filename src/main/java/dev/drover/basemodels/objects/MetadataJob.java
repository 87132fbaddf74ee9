package dev.drover.basemodels.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.drover.kubernetes.ObjectKey;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A Job that reads a model's metadata, ours or another controller's.
 *
 * @param owners {@code metadata.ownerReferences} as they stand; must not be changed
 * @param failing it will fail: since Kubernetes 1.31 the Job controller says so first, ends the
 *     Pods, and only then says that it has failed
 * @param end empty while it runs; counters never decide that a Job is over
 */
public record MetadataJob(
        ObjectKey key,
        String uid,
        String resourceVersion,
        Map<String, String> labels,
        Map<String, String> annotations,
        JsonNode owners,
        List<String> finalizers,
        boolean deleting,
        Instant created,
        boolean suspended,
        boolean failing,
        Optional<End> end) {
    /**
     * The condition that ended it.
     *
     * @param complete else it failed
     * @param at when the condition became true
     */
    public record End(boolean complete, String reason, String message, Instant at) {}

    public MetadataJob {
        labels = Map.copyOf(labels);
        annotations = Map.copyOf(annotations);
        finalizers = List.copyOf(finalizers);
    }

    public static MetadataJob of(GenericKubernetesResource object) {
        JsonNode spec = Trees.field(object, "spec");
        JsonNode status = Trees.field(object, "status");
        return of(Trees.metadata(object), spec, status);
    }

    /** Of the metadata alone, as a refused create shows them. */
    public static MetadataJob ofMetadata(JsonNode metadata) {
        return of(metadata, MissingNode.getInstance(), MissingNode.getInstance());
    }

    private static MetadataJob of(JsonNode metadata, JsonNode spec, JsonNode status) {
        return new MetadataJob(
                new ObjectKey(
                        Trees.text(metadata.path("namespace")), Trees.text(metadata.path("name"))),
                Trees.text(metadata.path("uid")),
                Trees.text(metadata.path("resourceVersion")),
                Trees.texts(metadata.path("labels")),
                Trees.texts(metadata.path("annotations")),
                metadata.path("ownerReferences"),
                Trees.words(metadata.path("finalizers")),
                metadata.hasNonNull("deletionTimestamp"),
                Trees.time(metadata.path("creationTimestamp")).orElse(Instant.EPOCH),
                spec.path("suspend").asBoolean(),
                failing(status.path("conditions")),
                end(status.path("conditions")));
    }

    private static boolean failing(JsonNode conditions) {
        for (JsonNode condition : conditions) {
            if (Trees.text(condition.path("type")).equals("FailureTarget") && isTrue(condition)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isTrue(JsonNode condition) {
        return "True".equals(Trees.text(condition.path("status")));
    }

    private static Optional<End> end(JsonNode conditions) {
        for (JsonNode condition : conditions) {
            String type = Trees.text(condition.path("type"));
            boolean ends = type.equals("Complete") || type.equals("Failed");
            if (ends && isTrue(condition)) {
                return Optional.of(
                        new End(
                                type.equals("Complete"),
                                Trees.text(condition.path("reason")),
                                Trees.text(condition.path("message")),
                                Trees.time(condition.path("lastTransitionTime"))
                                        .orElse(Instant.EPOCH)));
            }
        }
        return Optional.empty();
    }

    /** Made by Drover for the model of this UID. */
    public boolean ownOf(String modelUid) {
        return managedByDrover() && modelUid.equals(labels.get(JobLabels.MODEL_UID));
    }

    public boolean managedByDrover() {
        return JobLabels.DROVER.equals(labels.get(JobLabels.MANAGED_BY));
    }

    /** True when its controller is the object of this UID. */
    public boolean controlledBy(String modelUid) {
        for (JsonNode owner : owners) {
            if (owner.path("controller").asBoolean()
                    && modelUid.equals(Trees.text(owner.path("uid")))) {
                return true;
            }
        }
        return false;
    }

    /** UID of its controller, by which a Job finds its model when the label is missing. */
    public Optional<String> controllerUid() {
        for (JsonNode owner : owners) {
            if (owner.path("controller").asBoolean()) {
                return Optional.of(Trees.text(owner.path("uid")));
            }
        }
        return Optional.empty();
    }

    /** Empty when it carries none. */
    public String fingerprint() {
        return annotations.getOrDefault(JobLabels.FINGERPRINT, "");
    }
}
