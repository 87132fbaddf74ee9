package dev.drover.weights.metrics;

import java.time.Instant;

/**
 * What is known of one model on one remote cluster. Every figure may be null, and null is not zero:
 * nothing may be decided from a figure that was not read.
 *
 * @param clusterName name of the provider
 * @param vramUtilization KV-cache use, 0 (empty) to 1 (full)
 * @param queueDepth waiting requests a replica
 * @param activeRequests running requests
 * @param latencyMs mean, of the latency that is configured for comparison
 * @param latencyP50Ms median
 * @param latencyP99Ms 99th percentile
 * @param errorRate 0 to 1
 * @param lastUpdated end of the last scrape that gave a valid KV figure; null before
 * @param healthy false only when probes say so
 * @param error outcome of the last scrape when it was not good, else null
 */
public record ClusterMetrics(
        String clusterName,
        Double vramUtilization,
        Double queueDepth,
        Double activeRequests,
        Double latencyMs,
        Double latencyP50Ms,
        Double latencyP99Ms,
        Double errorRate,
        Instant lastUpdated,
        boolean healthy,
        String error) {}
