package dev.drover.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DroverKeysTest {

    @Test
    void recordsTheDefaults() {
        Map<String, String> environment = Map.of("POD_NAMESPACE", "drover-system");

        assertThat(values(Configuration.load(DroverKeys.SCHEMA, environment)))
                .containsExactly(
                        Map.entry("drover.flows", List.of("weights", "registry", "basemodels")),
                        Map.entry("drover.namespace", "drover-system"),
                        Map.entry("drover.namespaces", List.of()),
                        Map.entry("drover.selector", ""),
                        Map.entry("drover.shard", ""),
                        Map.entry("drover.mode", DroverKeys.GlobalMode.APPLY),
                        Map.entry("drover.leader-election", true),
                        Map.entry("drover.lease.duration", Duration.ofSeconds(15)),
                        Map.entry("drover.lease.renew-deadline", Duration.ofSeconds(10)),
                        Map.entry("drover.lease.retry-period", Duration.ofSeconds(2)),
                        Map.entry("drover.warm-standby", true),
                        Map.entry("drover.kubernetes.request-timeout", Duration.ofSeconds(10)),
                        Map.entry("drover.kubernetes.write-timeout", Duration.ofSeconds(4)),
                        Map.entry("drover.relist", Duration.ofHours(1)),
                        Map.entry("drover.max-conflicts", 5),
                        Map.entry("drover.shutdown-timeout", Duration.ofSeconds(20)),
                        Map.entry("drover.health.disconnected-after", Duration.ofSeconds(60)),
                        Map.entry("drover.health.stuck-worker", Duration.ofMinutes(2)),
                        Map.entry("drover.config.poll", Duration.ofSeconds(5)),
                        Map.entry("drover.routes.directory", Path.of("/etc/drover/routes")),
                        Map.entry("drover.events", DroverKeys.EventsMode.AUTO),
                        Map.entry("drover.metrics.per-object", true),
                        Map.entry("drover.metrics.per-object-limit", 5000),
                        Map.entry("drover.status.enabled", true),
                        Map.entry("drover.status.bind", "127.0.0.1"),
                        Map.entry("drover.status.port", 8080),
                        Map.entry("drover.status.history", 20),
                        Map.entry("drover.management.port", 8778),
                        Map.entry("drover.jolokia.enabled", false),
                        Map.entry(
                                "drover.jolokia.users-file",
                                Path.of("/etc/drover/jolokia/users.properties")),
                        Map.entry("drover.log.level", DroverKeys.LogLevel.INFO),
                        Map.entry("drover.log.levels", Map.of()),
                        Map.entry("drover.log.format", DroverKeys.LogFormat.TEXT));
    }

    @Test
    void mapsEachVariableToItsKey() {
        Map<String, String> environment =
                Map.ofEntries(
                        Map.entry("DROVER_FLOWS", "weights"),
                        Map.entry("DROVER_NAMESPACE", "home"),
                        Map.entry("DROVER_NAMESPACES", "a,b"),
                        Map.entry("DROVER_SELECTOR", "shard=blue"),
                        Map.entry("DROVER_SHARD", "blue"),
                        Map.entry("DROVER_MODE", "observe"),
                        Map.entry("DROVER_LEADER_ELECTION", "false"),
                        Map.entry("DROVER_LEASE_DURATION", "16s"),
                        Map.entry("DROVER_LEASE_RENEW_DEADLINE", "9s"),
                        Map.entry("DROVER_LEASE_RETRY_PERIOD", "1s"),
                        Map.entry("DROVER_WARM_STANDBY", "false"),
                        Map.entry("DROVER_KUBERNETES_REQUEST_TIMEOUT", "9s"),
                        Map.entry("DROVER_KUBERNETES_WRITE_TIMEOUT", "3s"),
                        Map.entry("DROVER_RELIST", "2h"),
                        Map.entry("DROVER_MAX_CONFLICTS", "6"),
                        Map.entry("DROVER_SHUTDOWN_TIMEOUT", "19s"),
                        Map.entry("DROVER_HEALTH_DISCONNECTED_AFTER", "61s"),
                        Map.entry("DROVER_HEALTH_STUCK_WORKER", "3m"),
                        Map.entry("DROVER_CONFIG_POLL", "6s"),
                        Map.entry("DROVER_ROUTES_DIRECTORY", "/tmp/routes"),
                        Map.entry("DROVER_EVENTS", "off"),
                        Map.entry("DROVER_METRICS_PER_OBJECT", "false"),
                        Map.entry("DROVER_METRICS_PER_OBJECT_LIMIT", "0"),
                        Map.entry("DROVER_STATUS_ENABLED", "false"),
                        Map.entry("DROVER_STATUS_BIND", "0.0.0.0"),
                        Map.entry("DROVER_STATUS_PORT", "8081"),
                        Map.entry("DROVER_STATUS_HISTORY", "21"),
                        Map.entry("DROVER_MANAGEMENT_PORT", "8779"),
                        Map.entry("DROVER_JOLOKIA_ENABLED", "false"),
                        Map.entry("DROVER_JOLOKIA_USERS_FILE", "/tmp/users"),
                        Map.entry("DROVER_LOG_LEVEL", "WARN"),
                        Map.entry("DROVER_LOG_LEVELS_A", "OFF"),
                        Map.entry("DROVER_LOG_FORMAT", "json"));

        Map<String, Object> set = values(Configuration.load(DroverKeys.SCHEMA, environment));

        assertThat(set)
                .containsExactly(
                        Map.entry("drover.flows", List.of("weights")),
                        Map.entry("drover.namespace", "home"),
                        Map.entry("drover.namespaces", List.of("a", "b")),
                        Map.entry("drover.selector", "shard=blue"),
                        Map.entry("drover.shard", "blue"),
                        Map.entry("drover.mode", DroverKeys.GlobalMode.OBSERVE),
                        Map.entry("drover.leader-election", false),
                        Map.entry("drover.lease.duration", Duration.ofSeconds(16)),
                        Map.entry("drover.lease.renew-deadline", Duration.ofSeconds(9)),
                        Map.entry("drover.lease.retry-period", Duration.ofSeconds(1)),
                        Map.entry("drover.warm-standby", false),
                        Map.entry("drover.kubernetes.request-timeout", Duration.ofSeconds(9)),
                        Map.entry("drover.kubernetes.write-timeout", Duration.ofSeconds(3)),
                        Map.entry("drover.relist", Duration.ofHours(2)),
                        Map.entry("drover.max-conflicts", 6),
                        Map.entry("drover.shutdown-timeout", Duration.ofSeconds(19)),
                        Map.entry("drover.health.disconnected-after", Duration.ofSeconds(61)),
                        Map.entry("drover.health.stuck-worker", Duration.ofMinutes(3)),
                        Map.entry("drover.config.poll", Duration.ofSeconds(6)),
                        Map.entry("drover.routes.directory", Path.of("/tmp/routes")),
                        Map.entry("drover.events", DroverKeys.EventsMode.OFF),
                        Map.entry("drover.metrics.per-object", false),
                        Map.entry("drover.metrics.per-object-limit", 0),
                        Map.entry("drover.status.enabled", false),
                        Map.entry("drover.status.bind", "0.0.0.0"),
                        Map.entry("drover.status.port", 8081),
                        Map.entry("drover.status.history", 21),
                        Map.entry("drover.management.port", 8779),
                        Map.entry("drover.jolokia.enabled", false),
                        Map.entry("drover.jolokia.users-file", Path.of("/tmp/users")),
                        Map.entry("drover.log.level", DroverKeys.LogLevel.WARN),
                        Map.entry("drover.log.levels", Map.of("a", DroverKeys.LogLevel.OFF)),
                        Map.entry("drover.log.format", DroverKeys.LogFormat.JSON));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "DROVER_FLOWS=|drover.flows: names no flow; accepted: weights, registry, basemodels (DROVER_FLOWS)",
                "DROVER_SELECTOR=a=b|drover.shard: is missing while drover.selector is set, shards would share a lease; accepted: lower-case letters, digits and dashes, at most 20 (DROVER_SELECTOR)",
                "DROVER_LEASE_DURATION=14s|drover.lease.renew-deadline: 10s + drover.kubernetes.write-timeout 4s is not below drover.lease.duration 14s; accepted: 1s to 9s (DROVER_LEASE_DURATION)",
                "DROVER_LEASE_DURATION=5s|drover.lease.renew-deadline: 10s + drover.kubernetes.write-timeout 4s is not below drover.lease.duration 5s; accepted: a drover.lease.duration above 5s (DROVER_LEASE_DURATION)",
                "DROVER_LEASE_RETRY_PERIOD=5s|drover.lease.retry-period: 2 × 5s is not below drover.lease.renew-deadline 10s; accepted: 500ms to 4s (DROVER_LEASE_RETRY_PERIOD)",
                "DROVER_LEASE_RENEW_DEADLINE=1s|drover.lease.retry-period: 2 × 2s is not below drover.lease.renew-deadline 1s; accepted: a drover.lease.renew-deadline above 1s (DROVER_LEASE_RENEW_DEADLINE)",
                "DROVER_LEASE_RENEW_DEADLINE=2s|drover.lease.retry-period: 2 × 2s is not below drover.lease.renew-deadline 2s; accepted: 500ms to 900ms (DROVER_LEASE_RENEW_DEADLINE)",
                "DROVER_MANAGEMENT_PORT=8080|drover.management.port: 8080 is drover.status.port too; accepted: another port, 1 to 65535 (DROVER_MANAGEMENT_PORT)",
                "DROVER_STATUS_PORT=8778|drover.management.port: 8778 is drover.status.port too; accepted: another port, 1 to 65535 (DROVER_STATUS_PORT)",
                "DROVER_JOLOKIA_ENABLED=true|drover.jolokia.users-file: /etc/drover/jolokia/users.properties does not exist or cannot be read; accepted: a file of lines user.NAME=PASSWORD,role (DROVER_JOLOKIA_ENABLED)",
                "DROVER_LEASE_DURATION=4s|drover.lease.duration: \"4s\" is below 5s; accepted: 5s to 5m (DROVER_LEASE_DURATION)",
                "DROVER_KUBERNETES_WRITE_TIMEOUT=31s|drover.kubernetes.write-timeout: \"31s\" is above 30s; accepted: 1s to 30s (DROVER_KUBERNETES_WRITE_TIMEOUT)",
                "DROVER_RELIST=9m|drover.relist: \"9m\" is below 10m; accepted: 10m to 24h (DROVER_RELIST)",
                "DROVER_SHARD=0123456789012345678901|drover.shard: \"0123456789012345678901\" is longer than 20 characters; accepted: lower-case letters, digits and dashes, at most 20 (DROVER_SHARD)",
                "DROVER_STATUS_BIND=localhost|drover.status.bind: \"localhost\" is not an IP address; accepted: an IPv4 or IPv6 address (DROVER_STATUS_BIND)",
                "DROVER_MODE=paused|drover.mode: \"paused\" is not one of its words; accepted: apply, observe (DROVER_MODE)",
            })
    void refuses(String variable, String message) {
        String[] assignment = variable.split("=", 2);

        assertThatThrownBy(
                        () ->
                                Configuration.load(
                                        DroverKeys.SCHEMA, Map.of(assignment[0], assignment[1])))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("drover cannot start: 1 problem in its configuration\n  " + message);
    }

    private static Map<String, Object> values(Configuration configuration) {
        Map<String, Object> values = new LinkedHashMap<>();
        DroverKeys.SCHEMA.keys().forEach(key -> values.put(key.name(), configuration.get(key)));
        return values;
    }
}
