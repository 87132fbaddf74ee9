package dev.drover.weights.metrics;

import java.util.OptionalLong;

/**
 * What one source says about one model, after counters became windows and estimates. Times are
 * readings of the same monotonic clock (nanoseconds) that decisions use. Figures that were not read
 * are null and age where they are.
 *
 * @param kind engine or endpoint picker
 * @param url where it is read, for people; null where it cannot be read
 * @param attempted true once a first scrape of the target has ended, well or badly
 * @param knownSinceNanos when this source became known to the process
 * @param kv KV-cache use, 0 to 1, the last valid one
 * @param kvName the series that gave {@code kv}, as it stands on the page; null without one
 * @param kvAtNanos end of the scrape that gave {@code kv}; empty before the first valid one
 * @param queueDepth waiting requests a replica, the last valid one
 * @param running running requests, the last valid one
 * @param endToEnd request duration of the last window that had enough observations
 * @param firstToken time to first token, likewise
 * @param errorRate errors a request in the last such window, 0 to 1; null for engines
 * @param errorRateAtNanos when that window ended
 * @param mixed several replicas hide behind the address: counters void (spec weights 4.3)
 * @param stall whether the engines make progress
 * @param outcome of the last scrape for this model: {@code ok}, or one of the words of spec weights
 *     5.1
 * @param detail what a person needs to mend a bad outcome, with URL and hint; null when good
 */
public record SourceFigures(
        SourceKind kind,
        String url,
        boolean attempted,
        long knownSinceNanos,
        Double kv,
        String kvName,
        OptionalLong kvAtNanos,
        Double queueDepth,
        Double running,
        Latency endToEnd,
        Latency firstToken,
        Double errorRate,
        OptionalLong errorRateAtNanos,
        boolean mixed,
        Stall stall,
        String outcome,
        String detail) {
    /** Of a source whose configuration cannot be used: nothing is ever sent for it. */
    public static SourceFigures misconfigured(SourceKind kind, long nowNanos, String detail) {
        return new SourceFigures(
                kind,
                null,
                true,
                nowNanos,
                null,
                null,
                OptionalLong.empty(),
                null,
                null,
                null,
                null,
                null,
                OptionalLong.empty(),
                false,
                Stall.NONE,
                Outcome.CONFIG.label(),
                detail);
    }

    /** One latency estimate; seconds. {@code p50}, {@code p99} are null without buckets. */
    public record Latency(double meanSeconds, Double p50Seconds, Double p99Seconds, long atNanos) {}
}
