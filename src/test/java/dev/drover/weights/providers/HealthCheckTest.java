package dev.drover.weights.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.weights.health.Probe;
import dev.drover.weights.objects.ExternalProvider;
import dev.drover.weights.objects.ProviderRef;
import dev.drover.weights.settings.WeightsConfiguration;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The keys {@code healthCheck*} of spec weights 2.2. */
class HealthCheckTest {
    private static final Duration THREE = Duration.ofSeconds(3);
    private static final Duration TEN = Duration.ofSeconds(10);

    @ParameterizedTest
    @CsvSource({"disabled", "true", "Enabled", "''"})
    void anythingButEnabledIsOff(String word) {
        HealthCheck check = read("remote-maas", Map.of("healthCheck", word), Map.of());
        assertThat(check.probe()).isEmpty();
        assertThat(check.findings()).isEmpty();
    }

    @Test
    void withoutTheKeyThereIsNone() {
        assertThat(read("remote-maas", Map.of(), Map.of()).probe()).isEmpty();
    }

    @Test
    void takesTheDefaultsOfTheProcess() {
        assertThat(read("remote-maas", Map.of("healthCheck", "enabled"), Map.of()).probe())
                .contains(new Probe("b.example.com", 443, TEN, THREE, 3, 2));
    }

    @Test
    void aProviderOverridesAndARefOverridesTheProvider() {
        HealthCheck check =
                read(
                        "remote-maas",
                        Map.of(
                                "healthCheck", "enabled",
                                "healthCheck.port", "8443",
                                "healthCheck.interval", "30s",
                                "healthCheck.timeout", "500ms",
                                "healthCheck.failureThreshold", "5",
                                "healthCheck.successThreshold", "1"),
                        Map.of("healthCheck.port", "9443"));
        assertThat(check.probe())
                .contains(
                        new Probe(
                                "b.example.com",
                                9443,
                                Duration.ofSeconds(30),
                                Duration.ofMillis(500),
                                5,
                                1));
        assertThat(check.findings()).isEmpty();
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource({
        "healthCheck.port, https, 'port, 1 to 65535'",
        "healthCheck.port, 0, 'port, 1 to 65535'",
        "healthCheck.port, 65536, 'port, 1 to 65535'",
        "healthCheck.interval, 100ms, 'duration, 1s to 10m'",
        "healthCheck.timeout, 3, 'duration, 100ms to 60s'",
        "healthCheck.failureThreshold, 0, 'int, 1 to 20'",
        "healthCheck.successThreshold, 1.5, 'int, 1 to 20'",
    })
    void aBadNumberIsToldAndTheDefaultCounts(String key, String value, String accepted) {
        HealthCheck check =
                read("remote-maas", Map.of("healthCheck", "enabled", key, value), Map.of());

        assertThat(check.probe()).contains(new Probe("b.example.com", 443, TEN, THREE, 3, 2));
        assertThat(check.findings())
                .singleElement()
                .satisfies(
                        finding -> {
                            assertThat(finding.reason()).isEqualTo("InvalidProviderConfig");
                            assertThat(finding.message())
                                    .isEqualTo(
                                            "%s: '%s' cannot be used; accepted: %s"
                                                    .formatted(key, value, accepted));
                        });
    }

    @Test
    void aCloudProviderIsNeverProbedAndThatIsTold() {
        HealthCheck check = read("openai", Map.of("healthCheck", "enabled"), Map.of());
        assertThat(check.probe()).isEmpty();
        assertThat(check.findings())
                .singleElement()
                .satisfies(
                        finding -> {
                            assertThat(finding.reason()).isEqualTo("HealthCheckIgnored");
                            assertThat(finding.message()).contains("openai is never probed");
                        });
    }

    private static HealthCheck read(
            String label, Map<String, String> provider, Map<String, String> ref) {
        ObjectKey key = new ObjectKey("ns", "cluster-b");
        return HealthCheck.of(
                new ProviderRef(0, true, key, false, "m", ref, 50, null),
                new ExternalProvider(key, label, "b.example.com", provider, true),
                WeightsConfiguration.defaults());
    }
}
