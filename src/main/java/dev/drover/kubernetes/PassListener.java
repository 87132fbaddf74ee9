package dev.drover.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;

/**
 * Told how each pass over an object ended, on the thread of the pass: it must neither block nor
 * throw. A pass that starts again at once (a conflict) or that goes back to the queue untouched
 * (leadership lost) has not ended.
 */
@FunctionalInterface
public interface PassListener {
    /**
     * @param flow whose pass it was
     * @param object as the cache has it, or its last known state
     * @param gone whether the object is not there any more
     * @param failure why the attempt failed; null when it did not
     */
    void ended(String flow, GenericKubernetesResource object, boolean gone, Throwable failure);

    /** Tells this one, then the other. */
    default PassListener andThen(PassListener other) {
        return (flow, object, gone, failure) -> {
            ended(flow, object, gone, failure);
            other.ended(flow, object, gone, failure);
        };
    }
}
