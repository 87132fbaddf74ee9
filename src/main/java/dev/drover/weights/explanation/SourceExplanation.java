package dev.drover.weights.explanation;

import dev.drover.weights.metrics.SourceFigures;

/**
 * What one metrics URL of a ref said, each figure with its age. Ages are seconds; what was not read
 * is null.
 *
 * @param source {@code vllm} or {@code epp}
 * @param url where it is read; null when the configured one cannot be used
 * @param outcome of the last scrape for this model: {@code ok}, or what was wrong
 * @param detail what a person needs to mend that; null when good
 * @param attempted false before the first scrape has ended
 * @param mixed several replicas answer in turn, so that its counters are not used
 * @param kv KV-cache use, 0 to 1
 * @param kvMetric the series that gave it, as it stands on the page
 * @param queue waiting requests a replica, as old as {@code kv} at least
 * @param running running requests, likewise
 * @param endToEnd request duration
 * @param firstToken time to first token
 * @param errorRate errors a request, 0 to 1
 */
public record SourceExplanation(
        String source,
        String url,
        String outcome,
        String detail,
        boolean attempted,
        boolean mixed,
        Double kv,
        String kvMetric,
        Double kvAgeSeconds,
        Double queue,
        Double running,
        LatencyExplanation endToEnd,
        LatencyExplanation firstToken,
        Double errorRate,
        Double errorRateAgeSeconds) {
    private static final double NANOS = 1e9;

    /** One estimate; seconds. Quantiles are null without buckets. */
    public record LatencyExplanation(
            double meanSeconds, Double p50Seconds, Double p99Seconds, double ageSeconds) {}

    static SourceExplanation of(SourceFigures figures, long nowNanos) {
        return new SourceExplanation(
                figures.kind().label(),
                figures.url(),
                figures.outcome(),
                figures.detail(),
                figures.attempted(),
                figures.mixed(),
                figures.kv(),
                figures.kvName(),
                figures.kvAtNanos().isEmpty()
                        ? null
                        : (Double) age(figures.kvAtNanos().getAsLong(), nowNanos),
                figures.queueDepth(),
                figures.running(),
                latency(figures.endToEnd(), nowNanos),
                latency(figures.firstToken(), nowNanos),
                figures.errorRate(),
                figures.errorRateAtNanos().isEmpty()
                        ? null
                        : (Double) age(figures.errorRateAtNanos().getAsLong(), nowNanos));
    }

    private static LatencyExplanation latency(SourceFigures.Latency latency, long nowNanos) {
        return latency == null
                ? null
                : new LatencyExplanation(
                        latency.meanSeconds(),
                        latency.p50Seconds(),
                        latency.p99Seconds(),
                        age(latency.atNanos(), nowNanos));
    }

    private static double age(long atNanos, long nowNanos) {
        return (nowNanos - atNanos) / NANOS;
    }
}
