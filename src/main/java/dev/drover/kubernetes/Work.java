package dev.drover.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * One key on its way to one worker.
 *
 * @param attempt since the last success or edit, from 1
 * @param cause the strongest of those that were merged
 * @param receivedNanos when the oldest watch event among them arrived
 * @param waited how long the key was ready before a worker took it
 * @param live the cache may be behind: read the object from the server
 * @param lastKnown of an object that went away, else null
 */
record Work(
        ObjectKey key,
        int attempt,
        String cause,
        OptionalLong receivedNanos,
        Duration waited,
        boolean live,
        GenericKubernetesResource lastKnown) {}
