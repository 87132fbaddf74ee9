package dev.drover.weights.settings;

import dev.drover.config.Constraint;
import dev.drover.config.Glob;
import dev.drover.config.Key;
import dev.drover.config.KeyType;
import dev.drover.config.Network;
import dev.drover.config.Schema;
import dev.drover.config.Values;
import dev.drover.weights.metrics.MetricName;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The keys {@code drover.weights.*}. All are live but the two that size thread pools. */
public final class WeightsKeys {
    private static final String PREFIX = "drover.weights.";
    private static final KeyType<Duration> TIME_CONSTANT = KeyType.duration("1s", "10m");
    private static final KeyType<List<MetricName>> METRIC_NAMES =
            KeyType.listOf(
                    KeyType.of(
                            "metric names",
                            "names such as vllm:num_requests_running or family{label=\"value\"}",
                            MetricName::parse));

    // a provider's own settings have the same forms
    public static final KeyType<Integer> PROBE_PORT = KeyType.port();
    public static final KeyType<Duration> PROBE_INTERVAL = KeyType.duration("1s", "10m");
    public static final KeyType<Duration> PROBE_TIMEOUT = KeyType.duration("100ms", "60s");
    public static final KeyType<Integer> PROBE_THRESHOLD = KeyType.integer(1, 20);

    public static final Key<Duration> INTERVAL =
            live("interval", KeyType.duration("1s", "60s"), "10s")
                    .meaning("scrape and step interval *T*");

    public static final Key<Strategy> STRATEGY =
            live("strategy", KeyType.choice(Strategy.class), "balance")
                    .meaning("how the split is computed");

    public static final Key<Double> DEADBAND =
            live("deadband", KeyType.number("1", "50"), "3")
                    .meaning("smallest load-driven shift, in points per 100");

    public static final Key<Duration> MIN_WRITE_INTERVAL =
            live("min-write-interval", KeyType.duration("1s", "10m"), "30s")
                    .meaning("between load-driven writes of one model");

    public static final Key<Integer> FLOOR =
            live("floor", KeyType.integer(1, 10), "3")
                    .meaning("smallest weight of an eligible ref");

    public static final Key<Duration> SMOOTHING =
            live("smoothing", TIME_CONSTANT, "20s").meaning("time constant of load and latency");

    public static final Key<Duration> LAG =
            live("lag", TIME_CONSTANT, "20s")
                    .meaning("how long ago the weights were set that cause today's load");

    public static final Key<Duration> RESPONSE =
            live("response", TIME_CONSTANT, "60s")
                    .meaning("time constant of a shift; in effect at least 6 *T*");

    public static final Key<Double> KV_TARGET =
            live("kv-target", KeyType.number("0.1", "1"), "0.8")
                    .meaning("KV-cache use that counts as load 1");

    public static final Key<Double> QUEUE_SCALE =
            live("queue-scale", KeyType.number("1", "1000"), "10")
                    .meaning("waiting requests a replica that count");

    public static final Key<Double> ERROR_PENALTY =
            live("error-penalty", KeyType.number("0", "5"), "1")
                    .meaning("load added by an error rate of 1");

    public static final Key<ComparedLatency> LATENCY =
            live("latency", KeyType.choice(ComparedLatency.class), "e2e")
                    .meaning("which latency is compared: whole request, first token, none");

    public static final Key<Double> LATENCY_WEIGHT =
            live("latency-weight", KeyType.number("0", "1"), "0.3")
                    .meaning("exponent of the relative latency");

    public static final Key<Integer> MIN_OBSERVATIONS =
            live("min-observations", KeyType.integer(1, 1000), "5")
                    .meaning("requests that a latency or an error rate is estimated from");

    public static final Key<Duration> STALE_AFTER =
            live("stale-after", KeyType.duration("1s", ""), "30s")
                    .meaning("older figures hold the ref's weight");

    public static final Key<Duration> UNKNOWN_AFTER =
            live("unknown-after", KeyType.duration("1s", ""), "180s")
                    .meaning("older figures say nothing; above `stale-after`");

    public static final Key<UnknownPolicy> UNKNOWN =
            live("unknown", KeyType.choice(UnknownPolicy.class), "hold")
                    .meaning("what an unknown ref does: keep its share, or return to its baseline");

    public static final Key<Double> SCORE_HEALTH =
            live("score.health", KeyType.number("0", "1"), "0.4")
                    .meaning("strategy `score`: for a ref that is not down");

    public static final Key<Double> SCORE_LATENCY =
            live("score.latency", KeyType.number("0", "1"), "0.3")
                    .meaning("strategy `score`: for a low latency");

    public static final Key<Double> SCORE_QUEUE =
            live("score.queue", KeyType.number("0", "1"), "0.3")
                    .meaning("strategy `score`: for a free KV cache and a short queue");

    public static final Key<Duration> SCRAPE_TIMEOUT =
            live("scrape.timeout", KeyType.duration("100ms", "60s"), "5s")
                    .meaning("name resolution to last byte; may exceed *T*");

    public static final Key<Long> SCRAPE_MAX_BODY =
            live("scrape.max-body", KeyType.size("64KiB", "256MiB"), "8MiB")
                    .meaning("decompressed bytes of a page");

    public static final Key<Long> SCRAPE_MAX_LINE =
            live("scrape.max-line", KeyType.size("1KiB", "1MiB"), "64KiB")
                    .meaning("bytes of one line that is read");

    public static final Key<Integer> SCRAPE_MAX_SERIES =
            live("scrape.max-series", KeyType.integer(100, 1_000_000), "20000")
                    .meaning("series kept of a page");

    public static final Key<Integer> SCRAPE_MAX_IN_FLIGHT =
            Key.of(PREFIX + "scrape.max-in-flight", KeyType.integer(16, 4096), "1024")
                    .meaning("scrapes at once, one thread each while it lasts");

    public static final Key<Integer> SCRAPE_MAX_REDIRECTS =
            live("scrape.max-redirects", KeyType.integer(0, 10), "3")
                    .meaning("followed to the same origin only");

    public static final Key<List<Glob>> SCRAPE_ALLOWED_HOSTS =
            live("scrape.allowed-hosts", KeyType.listOf(KeyType.glob()), "")
                    .meaning("host names of scrape URLs; empty allows all");

    public static final Key<List<Network>> SCRAPE_DENIED_NETWORKS =
            live(
                            "scrape.denied-networks",
                            KeyType.listOf(KeyType.network()),
                            "169.254.0.0/16,fe80::/10")
                    .meaning("resolved addresses that are never contacted");

    public static final Key<Integer> HEALTH_PORT =
            live("health.port", PROBE_PORT, "443")
                    .meaning("that a health check connects to; a provider may override each");

    public static final Key<Duration> HEALTH_INTERVAL =
            live("health.interval", PROBE_INTERVAL, "10s")
                    .meaning("between two probes of an endpoint, ± 10 %");

    public static final Key<Duration> HEALTH_TIMEOUT =
            live("health.timeout", PROBE_TIMEOUT, "3s")
                    .meaning("of one probe, name resolution included");

    public static final Key<Integer> HEALTH_FAILURE_THRESHOLD =
            live("health.failure-threshold", PROBE_THRESHOLD, "3")
                    .meaning("failed probes in a row that make a provider unhealthy");

    public static final Key<Integer> HEALTH_SUCCESS_THRESHOLD =
            live("health.success-threshold", PROBE_THRESHOLD, "2")
                    .meaning("good probes in a row that make it healthy again");

    public static final Key<List<String>> CLOUD_PROVIDERS =
            live(
                            "cloud-providers",
                            KeyType.listOf(KeyType.text()),
                            "openai,azure,azure-openai,anthropic,bedrock,aws-bedrock,vertex,"
                                    + "vertex-ai,gemini,google,cohere,mistral,groq")
                    .meaning("provider labels that are never probed and count as healthy");

    public static final Key<List<String>> REMOTE_PROVIDERS =
            live("remote-providers", KeyType.listOf(KeyType.text()), "")
                    .meaning("provider labels whose URLs are derived without `metrics: enabled`");

    public static final Key<List<MetricName>> METRICS_KV =
            live(
                            "metrics.kv",
                            METRIC_NAMES,
                            "vllm:kv_cache_usage_perc,vllm:gpu_cache_usage_perc,sglang:token_usage,"
                                    + "trtllm_kv_cache_utilization,nv_trt_llm_kv_cache_block_metrics"
                                    + "{kv_cache_block_type=\"fraction\"}")
                    .meaning("KV-cache use, 0 to 1; the first name present wins");

    public static final Key<List<MetricName>> METRICS_RUNNING =
            live(
                            "metrics.running",
                            METRIC_NAMES,
                            "vllm:num_requests_running,sglang:num_running_reqs,"
                                    + "trtllm_num_requests_running,"
                                    + "nv_trt_llm_request_metrics{request_type=\"scheduled\"}")
                    .meaning("requests in work");

    public static final Key<List<MetricName>> METRICS_WAITING =
            live(
                            "metrics.waiting",
                            METRIC_NAMES,
                            "vllm:num_requests_waiting,sglang:num_queue_reqs,"
                                    + "trtllm_num_requests_waiting,"
                                    + "nv_trt_llm_request_metrics{request_type=\"waiting\"}")
                    .meaning("requests that wait");

    public static final Key<List<MetricName>> METRICS_PROGRESS =
            live(
                            "metrics.progress",
                            METRIC_NAMES,
                            "vllm:iteration_tokens_total_count,vllm:generation_tokens_total,"
                                    + "sglang:generation_tokens_total,"
                                    + "trtllm_generation_tokens_total")
                    .meaning("a counter that moves while the engine works");

    public static final Key<Integer> CONTENTION_REVERTS =
            live("contention.reverts", KeyType.integer(2, 20), "3")
                    .meaning("weights put back that often: load-driven writes stop");

    public static final Key<Duration> CONTENTION_WINDOW =
            live("contention.window", KeyType.duration("1m", "24h"), "10m")
                    .meaning("within which they are counted");

    public static final Key<Duration> CONTENTION_RETRY =
            live("contention.retry", KeyType.duration("1m", "24h"), "1h")
                    .meaning("until one load-driven write is tried again");

    public static final Key<Integer> CONCURRENCY =
            Key.of(PREFIX + "concurrency", KeyType.integer(1, 64), "4")
                    .meaning("models decided at once");

    /** All of them, with the rule between the two ages. */
    public static final Schema SCHEMA =
            Schema.of(
                            INTERVAL,
                            STRATEGY,
                            DEADBAND,
                            MIN_WRITE_INTERVAL,
                            FLOOR,
                            SMOOTHING,
                            LAG,
                            RESPONSE,
                            KV_TARGET,
                            QUEUE_SCALE,
                            ERROR_PENALTY,
                            LATENCY,
                            LATENCY_WEIGHT,
                            MIN_OBSERVATIONS,
                            STALE_AFTER,
                            UNKNOWN_AFTER,
                            UNKNOWN,
                            SCORE_HEALTH,
                            SCORE_LATENCY,
                            SCORE_QUEUE,
                            SCRAPE_TIMEOUT,
                            SCRAPE_MAX_BODY,
                            SCRAPE_MAX_LINE,
                            SCRAPE_MAX_SERIES,
                            SCRAPE_MAX_IN_FLIGHT,
                            SCRAPE_MAX_REDIRECTS,
                            SCRAPE_ALLOWED_HOSTS,
                            SCRAPE_DENIED_NETWORKS,
                            HEALTH_PORT,
                            HEALTH_INTERVAL,
                            HEALTH_TIMEOUT,
                            HEALTH_FAILURE_THRESHOLD,
                            HEALTH_SUCCESS_THRESHOLD,
                            CLOUD_PROVIDERS,
                            REMOTE_PROVIDERS,
                            METRICS_KV,
                            METRICS_RUNNING,
                            METRICS_WAITING,
                            METRICS_PROGRESS,
                            CONTENTION_REVERTS,
                            CONTENTION_WINDOW,
                            CONTENTION_RETRY,
                            CONCURRENCY)
                    .rule(Constraint.less(STALE_AFTER, UNKNOWN_AFTER))
                    .rule(
                            new Constraint(
                                    List.of(SCORE_HEALTH, SCORE_LATENCY, SCORE_QUEUE),
                                    WeightsKeys::scoresNothing));

    private WeightsKeys() {}

    private static Optional<String> scoresNothing(Values values) {
        double sum = values.get(SCORE_HEALTH) + values.get(SCORE_LATENCY) + values.get(SCORE_QUEUE);
        return sum > 0
                ? Optional.empty()
                : Optional.of(
                        "the three factors are 0, so every score would be; accepted: at least one"
                                + " above 0");
    }

    private static <T> Key<T> live(String name, KeyType<T> type, String defaultText) {
        return Key.of(PREFIX + name, type, defaultText).live();
    }
}
