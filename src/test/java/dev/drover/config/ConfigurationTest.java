package dev.drover.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.weights.settings.WeightsKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person sees who writes a configuration. */
class ConfigurationTest {
    private static final Schema SCHEMA = DroverKeys.SCHEMA.and(WeightsKeys.SCHEMA);
    private static final Key<String> TOKEN =
            Key.of("drover.token", KeyType.word("a token", "swordfish"), "swordfish").secret();

    @TempDir Path directory;

    @Test
    void listsEveryProblemWithItsPlace() throws IOException {
        Path file = file("drover.flows=weigths\n\ndrover.weights.intervall=10s\n");

        assertThatThrownBy(() -> load(file, Map.of("DROVER_LEASE_RENEW_DEADLINE", "15s")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(
                        """
                        drover cannot start: 3 problems in its configuration
                          drover.flows: "weigths" is not a flow; accepted: weights, registry, basemodels (FILE, line 1)
                          drover.lease.renew-deadline: 15s + drover.kubernetes.write-timeout 4s is not below drover.lease.duration 15s; accepted: 1s to 10s (DROVER_LEASE_RENEW_DEADLINE)
                          drover.weights.intervall: unknown key; did you mean drover.weights.interval? (FILE, line 3)"""
                                .replace("FILE", file.toString()));
    }

    @Test
    void readsTheEnvironmentBeforeTheFileBeforeTheDefault() throws IOException {
        Path file = file("drover.mode=observe\ndrover.relist=30m\n");

        Configuration configuration = load(file, Map.of("DROVER_RELIST", "20m"));

        assertThat(configuration.get(DroverKeys.RELIST)).isEqualTo(Duration.ofMinutes(20));
        assertThat(configuration.get(DroverKeys.MODE)).isEqualTo(DroverKeys.GlobalMode.OBSERVE);
        assertThat(configuration.get(DroverKeys.MAX_CONFLICTS)).isEqualTo(5);
        assertThat(configuration.sources()).containsExactly(file.toString(), "environment");
    }

    @Test
    void startsWithoutTheDefaultFile() {
        Configuration configuration =
                Configuration.load(
                        new ConfigurationSource(
                                SCHEMA, Map.of(), directory.resolve("drover.properties")));

        assertThat(configuration.sources()).containsExactly("environment");
    }

    @Test
    void wantsTheFileThatIsNamed() {
        Path absent = directory.resolve("absent.properties");

        assertThatThrownBy(() -> load(absent, Map.of()))
                .hasMessage(
                        "drover cannot start: 1 problem in its configuration\n  "
                                + absent
                                + ": does not exist; accepted: a readable properties file");
    }

    @Test
    void saysThatADirectoryIsNoFile() {
        assertThatThrownBy(() -> load(directory, Map.of()))
                .hasMessageContaining(directory + ": cannot be read: ")
                .hasMessageEndingWith("accepted: a readable properties file");
    }

    @Test
    void suggestsTheFullNameOfAKeyWithoutItsPrefix() throws IOException {
        Path file = file("deadband=3\n");

        assertThatThrownBy(() -> load(file, Map.of()))
                .hasMessageContaining(
                        "deadband: unknown key; did you mean drover.weights.deadband? (" + file);
    }

    @Test
    void readsTheLevelsOfLoggersByTheirNames() throws IOException {
        Path file = file("drover.log.levels.dev.drover.weights.decision.Calculator=debug\n");

        Configuration configuration =
                load(file, Map.of("DROVER_LOG_LEVELS_ORG_APACHE_CAMEL", "WARN"));

        assertThat(configuration.get(DroverKeys.LOG_LEVELS))
                .containsOnly(
                        Map.entry(
                                "dev.drover.weights.decision.Calculator",
                                DroverKeys.LogLevel.DEBUG),
                        Map.entry("org.apache.camel", DroverKeys.LogLevel.WARN));
    }

    @Test
    void namesTheEntryOfAFamilyThatIsWrong() {
        assertThatThrownBy(() -> Configuration.load(SCHEMA, Map.of("DROVER_LOG_LEVELS_A", "LOUD")))
                .hasMessageContaining(
                        "drover.log.levels.a: \"LOUD\" is not one of its words; accepted: TRACE,"
                                + " DEBUG, INFO, WARN, ERROR, OFF (DROVER_LOG_LEVELS_A)");
    }

    @Test
    void showsEveryKeyWithItsSource() throws IOException {
        Path file = file("drover.mode = observe\n");

        Configuration configuration = load(file, Map.of("DROVER_STATUS_PORT", "8081"));

        assertThat(configuration.effective().stream().filter(EffectiveValue::differs))
                .contains(
                        new EffectiveValue(
                                "drover.mode", "observe", file + ", line 1", "apply", true),
                        new EffectiveValue(
                                "drover.status.port", "8081", "DROVER_STATUS_PORT", "8080", false))
                .hasSize(2);
        assertThat(configuration.effective())
                .contains(new EffectiveValue("drover.relist", "1h", "default", "1h", false))
                .noneMatch(value -> value.name().equals("drover.log.levels"));
    }

    @Test
    void showsNoSecret() {
        Schema schema = Schema.of(TOKEN);

        Configuration configuration =
                Configuration.load(schema, Map.of("DROVER_TOKEN", "swordfish"));

        assertThat(configuration.effective())
                .containsExactly(
                        new EffectiveValue(
                                "drover.token", "******", "DROVER_TOKEN", "******", false));
        assertThat(configuration.asCamelProperties()).containsEntry("drover.token", "swordfish");
        assertThatThrownBy(() -> Configuration.load(schema, Map.of("DROVER_TOKEN", "hunter2")))
                .hasMessageContaining("drover.token: ****** is not a token")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void givesEveryKeyToCamel() {
        Configuration configuration =
                Configuration.load(
                        SCHEMA,
                        Map.of("DROVER_WEIGHTS_CONCURRENCY", "8", "DROVER_LOG_LEVELS_A", "WARN"));

        assertThat(configuration.asCamelProperties())
                .containsEntry("drover.weights.concurrency", "8")
                .containsEntry("drover.weights.interval", "10s")
                .containsEntry("drover.log.levels.a", "WARN")
                .containsEntry("drover.selector", "")
                .doesNotContainKey("drover.log.levels");
    }

    @Test
    void acceptsAFormerNameAndSaysThePresentOne() throws IOException {
        Key<Boolean> key = Key.of("drover.new", KeyType.bool(), "false").formerly("drover.old");
        Path file = file("drover.old=true\n");

        Configuration configuration =
                Configuration.load(Schema.of(key), Map.of("DROVER_CONFIG", file.toString()));

        assertThat(configuration.get(key)).isTrue();
        assertThat(configuration.warnings())
                .containsExactly("drover.old: is now called drover.new (" + file + ", line 1)");
    }

    @Test
    void prefersThePresentNameInTheSameSource() throws IOException {
        Key<Boolean> key = Key.of("drover.new", KeyType.bool(), "false").formerly("drover.old");
        for (String content :
                List.of(
                        "drover.old=true\ndrover.new=false\n",
                        "drover.new=false\ndrover.old=true\n")) {
            Path file = file(content);

            assertThat(
                            Configuration.load(
                                            Schema.of(key),
                                            Map.of("DROVER_CONFIG", file.toString()))
                                    .get(key))
                    .isFalse();
        }
    }

    @Test
    void stopsAtARemovedKeyWithItsReplacement() {
        Schema schema = Schema.of().without("drover.gone", "use drover.mode");

        assertThatThrownBy(() -> Configuration.load(schema, Map.of("DROVER_GONE", "1")))
                .hasMessageContaining("drover.gone: is gone; use drover.mode (DROVER_GONE)");
    }

    @Test
    void refusesAKeyOutsideTheSchema() {
        Values values = Schema.of().defaults();

        assertThatThrownBy(() -> values.get(DroverKeys.MODE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("drover.mode is not part of the schema");
    }

    @Test
    void refusesASchemaWithTwoKeysOfOneVariable() {
        assertThatThrownBy(
                        () ->
                                Schema.of(
                                        Key.of("drover.a-b", KeyType.text(), ""),
                                        Key.of("drover.a.b", KeyType.text(), "")))
                .hasMessage("drover.a.b is declared twice");
    }

    private Configuration load(Path file, Map<String, String> variables) {
        Map<String, String> environment = new HashMap<>(variables);
        environment.put("DROVER_CONFIG", file.toString());
        return Configuration.load(SCHEMA, environment);
    }

    private Path file(String content) throws IOException {
        return Files.writeString(directory.resolve("drover.properties"), content);
    }
}
