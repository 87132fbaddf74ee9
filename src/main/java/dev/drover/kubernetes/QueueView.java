package dev.drover.kubernetes;

import java.time.Duration;

/**
 * One queue at one moment, as people see it.
 *
 * @param flow as in the metrics
 * @param route that takes from it
 * @param resource as in the URI of the endpoint
 * @param ready keys that wait for a worker
 * @param delayed keys that wait for a time
 * @param retrying keys whose last pass failed
 * @param working keys with a worker
 * @param oldestReady how long the oldest ready key has waited
 * @param processed passes since the route started
 * @param failed those of them that failed
 */
public record QueueView(
        String flow,
        String route,
        String resource,
        int ready,
        int delayed,
        int retrying,
        int working,
        Duration oldestReady,
        long processed,
        long failed) {}
