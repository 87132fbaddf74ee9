package dev.drover.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class StatusMetricsTest {
    private String mode = "apply";

    @Test
    void tellsTheBuildAndTheModeOfEachFlow() {
        PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        StatusMetrics.bind(meters, List.of(new Weights()), "0.1.0", "abc", "4.18.0");
        assertThat(meters.scrape())
                .contains("drover_build_info{camel=\"4.18.0\",java=\"" + Runtime.version())
                .contains("revision=\"abc\",version=\"0.1.0\"} 1")
                .contains("drover_flow_mode{flow=\"weights\",mode=\"apply\"} 1")
                .contains("drover_flow_mode{flow=\"weights\",mode=\"observe\"} 0");
        mode = "observe";
        assertThat(meters.scrape())
                .contains("drover_flow_mode{flow=\"weights\",mode=\"apply\"} 0")
                .contains("drover_flow_mode{flow=\"weights\",mode=\"observe\"} 1");
    }

    @Test
    void bucketsReachFromAMillisecondToThirtySeconds() {
        assertThat(StatusMetrics.buckets())
                .hasSize(14)
                .isSorted()
                .startsWith(Duration.ofMillis(1), Duration.ofNanos(2_500_000))
                .endsWith(Duration.ofSeconds(10), Duration.ofSeconds(30));
    }

    private final class Weights implements Flow {
        @Override
        public String name() {
            return "weights";
        }

        @Override
        public boolean leading() {
            return true;
        }

        @Override
        public Optional<String> holder() {
            return Optional.empty();
        }

        @Override
        public SortedMap<String, Duration> routesNotStarted() {
            return new TreeMap<>();
        }

        @Override
        public String mode() {
            return mode;
        }

        @Override
        public Map<String, Object> details() {
            return Map.of();
        }
    }
}
