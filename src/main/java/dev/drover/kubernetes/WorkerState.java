package dev.drover.kubernetes;

import java.time.Duration;

/**
 * A worker in the middle of a pass.
 *
 * @param flow as in the metrics
 * @param resource as in the URI of the endpoint
 * @param key of the object in work
 * @param step id of the route's step that it is in
 * @param inStep for how long
 * @param inPass since the key was taken
 * @param thread by name
 */
public record WorkerState(
        String flow,
        String resource,
        ObjectKey key,
        String step,
        Duration inStep,
        Duration inPass,
        String thread) {}
