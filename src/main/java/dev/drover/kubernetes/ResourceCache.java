package dev.drover.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Read-only view of the informers of one resource. Objects are shared and must not be changed.
 * Reads never block and never ask the API server.
 */
public interface ResourceCache {
    /** The object as last seen, or empty when the server was not seen to have one. */
    Optional<GenericKubernetesResource> get(ObjectKey key);

    /** All objects, in no particular order. */
    List<GenericKubernetesResource> list();

    /** Keys of the objects that the index bean {@code index} filed under {@code value}. */
    Set<ObjectKey> byIndex(String index, String value);

    /**
     * True once the first complete list was taken over; before that an absent object means nothing.
     * False again while the kind is {@link #missing()}.
     */
    boolean synced();

    /**
     * True once every namespace was listed or the server has refused to list it: nothing more is to
     * be expected of waiting.
     */
    default boolean settled() {
        return synced();
    }

    /** True while the server does not serve the kind: its CRD is not installed. */
    default boolean missing() {
        return false;
    }
}
