package dev.drover.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;

/**
 * Hears of every change of an informer's objects, one at a time, in the order of the cache, after
 * the cache has taken the change over. Called under the informer's lock: may only enqueue, must not
 * block and must not call the informer's {@code close} or {@code relist}.
 */
@FunctionalInterface
interface Subscriber {
    /**
     * @param before the state that the cache had, null when it had none
     * @param now the state that the cache has, null when the object is gone
     * @param receivedNanos monotonic time at which the change arrived at this process
     */
    void changed(
            ObjectKey key,
            GenericKubernetesResource before,
            GenericKubernetesResource now,
            Change change,
            long receivedNanos);
}
