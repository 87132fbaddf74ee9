package dev.drover.weights.metrics;

import java.time.Duration;

/**
 * When counters yield an estimate.
 *
 * @param minObservations that a window must hold
 * @param unknownAfter age at which a window without enough is dropped, with its estimate
 */
public record WindowRules(int minObservations, Duration unknownAfter) {}
