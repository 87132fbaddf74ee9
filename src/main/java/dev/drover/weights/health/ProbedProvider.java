package dev.drover.weights.health;

import dev.drover.kubernetes.ObjectKey;

/**
 * A provider's endpoint is to be probed.
 *
 * @param provider namespace and name
 */
public record ProbedProvider(ObjectKey provider, Probe probe) {}
