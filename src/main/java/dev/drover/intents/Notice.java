package dev.drover.intents;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;

/**
 * A Kubernetes Event to be sent about an object ({@code events.k8s.io/v1}).
 *
 * @param regarding the object
 * @param type Normal or Warning
 * @param reason CamelCase, at most 128 characters; only sent when the (state, reason) of the object
 *     changed
 * @param action CamelCase verb, what was done or tried: {@code PatchWeights}
 * @param note for people; cut at 1024 bytes by the recorder
 */
public record Notice(
        ObjectReference regarding, Type type, String reason, String action, String note) {
    /** The same with another text. */
    Notice withNote(String text) {
        return new Notice(regarding, type, reason, action, text);
    }

    /** The two types the API knows. */
    public enum Type {
        NORMAL,
        WARNING
    }

    /** Whom an Event is about; {@code uid} may be null where it is not known. */
    public record ObjectReference(
            String apiVersion, String kind, String namespace, String name, String uid) {
        static ObjectReference of(GenericKubernetesResource object) {
            ObjectMeta metadata = object.getMetadata();
            return new ObjectReference(
                    object.getApiVersion(),
                    object.getKind(),
                    metadata.getNamespace(),
                    metadata.getName(),
                    metadata.getUid());
        }
    }
}
