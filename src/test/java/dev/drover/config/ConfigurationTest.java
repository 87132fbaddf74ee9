package dev.drover.config;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person sees who writes a configuration. */
class ConfigurationTest {
    private static final Schema SCHEMA =
            DroverKeys.SCHEMA.and(
                    Schema.of(
                            Key.of("drover.weights.interval", KeyType.duration("1s", "60s"), "10s")
                                    .live()));

    @TempDir Path directory;

    @Test
    void listsEveryProblemWithItsPlace() throws Exception {
        Path file =
                Files.writeString(
                        directory.resolve("drover.properties"),
                        "drover.flows=weigths\n\ndrover.weights.intervall=10s\n");

        assertThatThrownBy(
                        () ->
                                Configuration.load(
                                        SCHEMA,
                                        Map.of(
                                                "DROVER_CONFIG",
                                                file.toString(),
                                                "DROVER_LEASE_RENEW_DEADLINE",
                                                "15s")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(
                        """
                        drover cannot start: 3 problems in its configuration
                          drover.flows: "weigths" is not a flow; accepted: weights, registry, basemodels (FILE, line 1)
                          drover.lease.renew-deadline: 15s + drover.kubernetes.write-timeout 4s is not below drover.lease.duration 15s; accepted: 1s to 10s (DROVER_LEASE_RENEW_DEADLINE)
                          drover.weights.intervall: unknown key; did you mean drover.weights.interval? (FILE, line 3)"""
                                .replace("FILE", file.toString()));
    }
}
