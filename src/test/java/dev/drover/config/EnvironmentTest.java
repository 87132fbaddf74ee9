package dev.drover.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Variables DROVER_… come from users, from the kubelet and from typing errors. */
class EnvironmentTest {

    @Test
    void warnsAboutAVariableThatIsNoKey() {
        assertThat(read(Map.of("DROVER_MODUS", "observe", "PATH", "/bin")).warnings())
                .containsExactly(
                        "DROVER_MODUS: no such key, passed over; did you mean DROVER_MODE?");
    }

    @ParameterizedTest
    @CsvSource({
        "DROVER_SERVICE_HOST, 10.0.0.1",
        "DROVER_SERVICE_PORT, 8778",
        "DROVER_SERVICE_PORT_MANAGEMENT, 8778",
        "DROVER_PORT, tcp://10.0.0.1:8778",
        "DROVER_PORT_8778_TCP, tcp://10.0.0.1:8778",
        "DROVER_PORT_8778_TCP_PROTO, tcp",
        "DROVER_PORT_8778_TCP_ADDR, 10.0.0.1",
        "DROVER_CONFIG, /tmp/drover.properties",
    })
    void passesOverInSilence(String name, String value) {
        Environment environment = read(Map.of(name, value));

        assertThat(environment.warnings()).isEmpty();
        assertThat(environment.settings()).isEmpty();
    }

    @Test
    void doesNotTakeAServiceForTheKeyOfTheSameName() {
        Environment environment =
                read(
                        Map.of(
                                "DROVER_STATUS_SERVICE_HOST", "10.0.0.2",
                                "DROVER_STATUS_SERVICE_PORT", "8080",
                                "DROVER_STATUS_PORT", "tcp://10.0.0.2:8080"));

        assertThat(environment.settings()).isEmpty();
        assertThat(environment.warnings()).isEmpty();
    }

    @Test
    void takesAUsersValueThatReplacesTheServices() {
        Environment environment =
                read(
                        Map.of(
                                "DROVER_STATUS_SERVICE_HOST", "10.0.0.2",
                                "DROVER_STATUS_PORT", "8081"));

        assertThat(environment.settings())
                .containsExactly(
                        new Setting(
                                "drover.status.port",
                                "8081",
                                Origin.variable("DROVER_STATUS_PORT")));
    }

    private static Environment read(Map<String, String> variables) {
        return new Environment(DroverKeys.SCHEMA, variables);
    }
}
