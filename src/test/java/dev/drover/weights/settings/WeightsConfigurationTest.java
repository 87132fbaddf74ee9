package dev.drover.weights.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.config.Configuration;
import dev.drover.config.ConfigurationException;
import dev.drover.config.Glob;
import dev.drover.config.Network;
import dev.drover.weights.metrics.MetricName;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WeightsConfigurationTest {

    @Test
    void recordsTheDefaults() {
        assertThat(WeightsConfiguration.defaults())
                .isEqualTo(
                        new WeightsConfiguration(
                                Duration.ofSeconds(10),
                                Strategy.BALANCE,
                                3,
                                Duration.ofSeconds(30),
                                3,
                                Duration.ofSeconds(20),
                                Duration.ofSeconds(20),
                                Duration.ofSeconds(60),
                                0.8,
                                10,
                                1,
                                ComparedLatency.E2E,
                                0.3,
                                5,
                                Duration.ofSeconds(30),
                                Duration.ofSeconds(180),
                                UnknownPolicy.HOLD,
                                new WeightsConfiguration.Score(0.4, 0.3, 0.3),
                                new WeightsConfiguration.Scrape(
                                        Duration.ofSeconds(5),
                                        8 << 20,
                                        64 << 10,
                                        20_000,
                                        1024,
                                        3,
                                        List.of(),
                                        List.of(
                                                Network.parse("169.254.0.0/16"),
                                                Network.parse("fe80::/10"))),
                                new WeightsConfiguration.Health(
                                        443, Duration.ofSeconds(10), Duration.ofSeconds(3), 3, 2),
                                List.of(
                                        "openai",
                                        "azure",
                                        "azure-openai",
                                        "anthropic",
                                        "bedrock",
                                        "aws-bedrock",
                                        "vertex",
                                        "vertex-ai",
                                        "gemini",
                                        "google",
                                        "cohere",
                                        "mistral",
                                        "groq"),
                                List.of(),
                                new WeightsConfiguration.Metrics(
                                        List.of(
                                                name("vllm:kv_cache_usage_perc"),
                                                name("vllm:gpu_cache_usage_perc"),
                                                name("sglang:token_usage"),
                                                name("trtllm_kv_cache_utilization"),
                                                new MetricName(
                                                        "nv_trt_llm_kv_cache_block_metrics",
                                                        "kv_cache_block_type",
                                                        "fraction")),
                                        List.of(
                                                name("vllm:num_requests_running"),
                                                name("sglang:num_running_reqs"),
                                                name("trtllm_num_requests_running"),
                                                new MetricName(
                                                        "nv_trt_llm_request_metrics",
                                                        "request_type",
                                                        "scheduled")),
                                        List.of(
                                                name("vllm:num_requests_waiting"),
                                                name("sglang:num_queue_reqs"),
                                                name("trtllm_num_requests_waiting"),
                                                new MetricName(
                                                        "nv_trt_llm_request_metrics",
                                                        "request_type",
                                                        "waiting")),
                                        List.of(
                                                name("vllm:iteration_tokens_total_count"),
                                                name("vllm:generation_tokens_total"),
                                                name("sglang:generation_tokens_total"),
                                                name("trtllm_generation_tokens_total"))),
                                new WeightsConfiguration.Contention(
                                        3, Duration.ofMinutes(10), Duration.ofHours(1)),
                                4));
    }

    @Test
    void mapsEachKeyToItsComponent() {
        WeightsConfiguration set =
                WeightsConfiguration.of(
                        Configuration.load(
                                WeightsKeys.SCHEMA,
                                Map.ofEntries(
                                        variable("INTERVAL", "11s"),
                                        variable("STRATEGY", "score"),
                                        variable("DEADBAND", "4.5"),
                                        variable("MIN_WRITE_INTERVAL", "31s"),
                                        variable("FLOOR", "4"),
                                        variable("SMOOTHING", "21s"),
                                        variable("LAG", "22s"),
                                        variable("RESPONSE", "61s"),
                                        variable("KV_TARGET", "0.7"),
                                        variable("QUEUE_SCALE", "12"),
                                        variable("ERROR_PENALTY", "2"),
                                        variable("LATENCY", "ttft"),
                                        variable("LATENCY_WEIGHT", "0.4"),
                                        variable("MIN_OBSERVATIONS", "6"),
                                        variable("STALE_AFTER", "32s"),
                                        variable("UNKNOWN_AFTER", "3m"),
                                        variable("UNKNOWN", "baseline"),
                                        variable("SCORE_HEALTH", "0"),
                                        variable("SCORE_LATENCY", "0.5"),
                                        variable("SCORE_QUEUE", "1"),
                                        variable("SCRAPE_TIMEOUT", "500ms"),
                                        variable("SCRAPE_MAX_BODY", "1MiB"),
                                        variable("SCRAPE_MAX_LINE", "32KiB"),
                                        variable("SCRAPE_MAX_SERIES", "999"),
                                        variable("SCRAPE_MAX_IN_FLIGHT", "17"),
                                        variable("SCRAPE_MAX_REDIRECTS", "0"),
                                        variable("SCRAPE_ALLOWED_HOSTS", "*.example.com, b"),
                                        variable("SCRAPE_DENIED_NETWORKS", "10.0.0.0/8"),
                                        variable("HEALTH_PORT", "8443"),
                                        variable("HEALTH_INTERVAL", "5s"),
                                        variable("HEALTH_TIMEOUT", "1s"),
                                        variable("HEALTH_FAILURE_THRESHOLD", "4"),
                                        variable("HEALTH_SUCCESS_THRESHOLD", "1"),
                                        variable("CLOUD_PROVIDERS", "openai"),
                                        variable("REMOTE_PROVIDERS", "openshift-ai"),
                                        variable("METRICS_KV", "k"),
                                        variable("METRICS_RUNNING", "r{l=\"v\"}"),
                                        variable("METRICS_WAITING", "w"),
                                        variable("METRICS_PROGRESS", ""),
                                        variable("CONTENTION_REVERTS", "4"),
                                        variable("CONTENTION_WINDOW", "11m"),
                                        variable("CONTENTION_RETRY", "2h"),
                                        variable("CONCURRENCY", "5"))));

        assertThat(set)
                .isEqualTo(
                        new WeightsConfiguration(
                                Duration.ofSeconds(11),
                                Strategy.SCORE,
                                4.5,
                                Duration.ofSeconds(31),
                                4,
                                Duration.ofSeconds(21),
                                Duration.ofSeconds(22),
                                Duration.ofSeconds(61),
                                0.7,
                                12,
                                2,
                                ComparedLatency.TTFT,
                                0.4,
                                6,
                                Duration.ofSeconds(32),
                                Duration.ofMinutes(3),
                                UnknownPolicy.BASELINE,
                                new WeightsConfiguration.Score(0, 0.5, 1),
                                new WeightsConfiguration.Scrape(
                                        Duration.ofMillis(500),
                                        1 << 20,
                                        32 << 10,
                                        999,
                                        17,
                                        0,
                                        List.of(Glob.parse("*.example.com"), Glob.parse("b")),
                                        List.of(Network.parse("10.0.0.0/8"))),
                                new WeightsConfiguration.Health(
                                        8443, Duration.ofSeconds(5), Duration.ofSeconds(1), 4, 1),
                                List.of("openai"),
                                List.of("openshift-ai"),
                                new WeightsConfiguration.Metrics(
                                        List.of(name("k")),
                                        List.of(new MetricName("r", "l", "v")),
                                        List.of(name("w")),
                                        List.of()),
                                new WeightsConfiguration.Contention(
                                        4, Duration.ofMinutes(11), Duration.ofHours(2)),
                                5));
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "interval|0s|\"0s\" is below 1s; accepted: 1s to 60s",
                "interval|-1s|\"-1s\" is below 1s; accepted: 1s to 60s",
                "interval|10|\"10\" is not a duration (100ms, 10s, 5m, 1h); accepted: 1s to 60s",
                "strategy|fastest|\"fastest\" is not one of its words; accepted: balance, headroom, score, health",
                "score.queue|1.5|\"1.5\" is above 1; accepted: 0 to 1",
                "contention.reverts|1|\"1\" is below 2; accepted: 2 to 20",
                "contention.window|30s|\"30s\" is below 1m; accepted: 1m to 24h",
                "deadband|0.5|\"0.5\" is below 1; accepted: 1 to 50",
                "floor|11|\"11\" is above 10; accepted: 1 to 10",
                "floor|2.5|\"2.5\" is not a whole number; accepted: 1 to 10",
                "lag|11m|\"11m\" is above 10m; accepted: 1s to 10m",
                "kv-target|80%|\"80%\" is not a number; accepted: 0.1 to 1",
                "kv-target|NaN|\"NaN\" is not a number; accepted: 0.1 to 1",
                "latency|p99|\"p99\" is not one of its words; accepted: e2e, ttft, off",
                "stale-after|0s|\"0s\" is below 1s; accepted: 1s or more",
                "unknown-after|30s|30s is not above drover.weights.stale-after 30s; accepted: more than 30s",
                "unknown|drop|\"drop\" is not one of its words; accepted: hold, baseline",
                "scrape.timeout|50ms|\"50ms\" is below 100ms; accepted: 100ms to 60s",
                "scrape.max-body|8MB|\"8MB\" is not a size (64KiB, 8MiB); accepted: 64KiB to 256MiB",
                "scrape.max-body|999999999999GiB|\"999999999999GiB\" is too large; accepted: 64KiB to 256MiB",
                "scrape.allowed-hosts|a,http://b|\"http://b\" is not a host name pattern; accepted: host names, * for any characters",
                "scrape.denied-networks|10.0.0.0|\"10.0.0.0\" is not a network; accepted: networks such as 10.0.0.0/8 or fe80::/10",
                "health.port|0|\"0\" is below 1; accepted: 1 to 65535",
                "health.interval|500ms|\"500ms\" is below 1s; accepted: 1s to 10m",
                "health.timeout|2m|\"2m\" is above 60s; accepted: 100ms to 60s",
                "health.failure-threshold|21|\"21\" is above 20; accepted: 1 to 20",
                "health.success-threshold|0|\"0\" is below 1; accepted: 1 to 20",
                "metrics.kv|a b|\"a b\" is not the name of a metric; accepted: names such as vllm:num_requests_running or family{label=\"value\"}",
                "concurrency|65|\"65\" is above 64; accepted: 1 to 64",
            })
    void refuses(String key, String text, String message) {
        String variable = "DROVER_WEIGHTS_" + key.replaceAll("[.-]", "_").toUpperCase(Locale.ROOT);

        assertThatThrownBy(() -> Configuration.load(WeightsKeys.SCHEMA, Map.of(variable, text)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(
                        "drover cannot start: 1 problem in its configuration\n  drover.weights."
                                + key
                                + ": "
                                + message
                                + " ("
                                + variable
                                + ")");
    }

    @Test
    void refusesAScoreOfNothing() {
        Map<String, String> nothing =
                Map.of(
                        "DROVER_WEIGHTS_SCORE_HEALTH", "0",
                        "DROVER_WEIGHTS_SCORE_LATENCY", "0",
                        "DROVER_WEIGHTS_SCORE_QUEUE", "0");

        assertThatThrownBy(() -> Configuration.load(WeightsKeys.SCHEMA, nothing))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(
                        "drover.weights.score.health: the three factors are 0, so every score would"
                                + " be; accepted: at least one above 0");
    }

    private static MetricName name(String family) {
        return new MetricName(family, "", "");
    }

    private static Map.Entry<String, String> variable(String name, String value) {
        return Map.entry("DROVER_WEIGHTS_" + name, value);
    }
}
