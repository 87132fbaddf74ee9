package dev.drover.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Edits of a mounted ConfigMap while the process runs. */
class ConfigurationWatchTest {
    private static final Instant NOW = Instant.parse("2026-11-30T10:00:00Z");

    @TempDir Path directory;
    private final List<Reload> reloads = new ArrayList<>();
    private MountedConfigMap mount;
    private Configuration configuration;
    private ConfigurationWatch watch;

    @BeforeEach
    void start() throws IOException {
        mount = new MountedConfigMap(directory);
        mount.put("drover.properties", "drover.mode=apply\n");
        configuration =
                Configuration.load(
                        DroverKeys.SCHEMA,
                        Map.of("DROVER_CONFIG", directory.resolve("drover.properties").toString()));
        watch = new ConfigurationWatch(configuration, Clock.fixed(NOW, ZoneOffset.UTC));
        watch.onReload(reloads::add);
    }

    @Test
    void appliesALiveKey() throws IOException {
        Supplier<String> view = configuration.live(values -> "" + values.get(DroverKeys.MODE));
        mount.put("drover.properties", "drover.mode=observe\n");

        watch.check();

        assertThat(configuration.get(DroverKeys.MODE)).isEqualTo(DroverKeys.GlobalMode.OBSERVE);
        assertThat(view.get()).isEqualTo("OBSERVE");
        assertThat(reloads)
                .containsExactly(new Reload(List.of("drover.mode=observe"), List.of(), List.of()));
    }

    @Test
    void saysNothingWhileTheContentIsTheSame() throws IOException {
        mount.put("drover.properties", "drover.mode=apply\n");

        watch.check();

        assertThat(reloads).isEmpty();
    }

    @Test
    void reportsAKeyThatIsNotLiveOncePerValue() throws IOException {
        edit("drover.relist=30m\n");
        edit("drover.relist=30m\ndrover.mode=observe\n");
        edit("drover.relist=40m\n");
        edit("\n");
        edit("drover.relist=40m\n");

        assertThat(reloads.stream().map(Reload::pending))
                .containsExactly(
                        List.of("drover.relist=30m takes effect at the next start"),
                        List.of(),
                        List.of("drover.relist=40m takes effect at the next start"),
                        List.of(),
                        List.of("drover.relist=40m takes effect at the next start"));
        assertThat(configuration.get(DroverKeys.RELIST)).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void keepsTheLastGoodOneWhenAnEditIsBroken() throws IOException {
        edit("drover.mode=observe\n");
        edit("drover.mode=obs\ndrover.even");

        assertThat(configuration.get(DroverKeys.MODE)).isEqualTo(DroverKeys.GlobalMode.OBSERVE);
        String file = directory.resolve("drover.properties").toString();
        assertThat(watch.status())
                .isEqualTo(
                        new ConfigurationStatus(
                                false,
                                file,
                                """
                                edit ignored, the last good configuration stays: 2 problems in its configuration
                                  drover.even: unknown key; did you mean drover.events? (FILE, line 2)
                                  drover.mode: "obs" is not one of its words; accepted: apply, observe (FILE, line 1)"""
                                        .replace("FILE", file),
                                NOW,
                                NOW));
    }

    @Test
    void recoversWithTheNextGoodEdit() throws IOException {
        edit("garbage");
        edit("drover.mode=observe\n");

        assertThat(watch.status().valid()).isTrue();
        assertThat(configuration.get(DroverKeys.MODE)).isEqualTo(DroverKeys.GlobalMode.OBSERVE);
    }

    @Test
    void keepsTheLastGoodOneWhenTheFileIsRemoved() throws IOException {
        edit("drover.mode=observe\n");
        mount.remove("drover.properties");

        watch.check();
        watch.check();

        assertThat(configuration.get(DroverKeys.MODE)).isEqualTo(DroverKeys.GlobalMode.OBSERVE);
        assertThat(reloads).hasSize(2);
        assertThat(watch.status().lastError())
                .endsWith("does not exist; accepted: a readable properties file");
    }

    @Test
    void takesAFileThatAppearsLater() throws IOException {
        Path late = directory.resolve("late.properties");
        Configuration without =
                Configuration.load(new ConfigurationSource(DroverKeys.SCHEMA, Map.of(), late));
        ConfigurationWatch watching =
                new ConfigurationWatch(without, Clock.fixed(NOW, ZoneOffset.UTC));
        Files.writeString(late, "drover.mode=observe\n");

        watching.check();

        assertThat(without.get(DroverKeys.MODE)).isEqualTo(DroverKeys.GlobalMode.OBSERVE);
    }

    @Test
    void refusesAnEditThatAViewCannotTake() throws IOException {
        configuration.live(ConfigurationWatchTest::never);
        Supplier<DroverKeys.GlobalMode> other =
                configuration.live(values -> values.get(DroverKeys.MODE));

        edit("drover.mode=observe\n");

        assertThat(other.get()).isEqualTo(DroverKeys.GlobalMode.APPLY);
        assertThat(configuration.get(DroverKeys.MODE)).isEqualTo(DroverKeys.GlobalMode.APPLY);
        assertThat(watch.status().lastError()).endsWith("drover.properties: not that");
    }

    @Test
    void countsEditsAndShowsWhetherOneIsIgnored() throws IOException {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        new ConfigurationMetrics(watch).bindTo(meters);
        edit("drover.mode=observe\n");
        edit("garbage");

        assertThat(meters.get("drover.config.valid").gauge().value()).isZero();
        assertThat(meters.get("drover.config.reloads").tag("result", "applied").counter().count())
                .isEqualTo(1);
        assertThat(meters.get("drover.config.reloads").tag("result", "rejected").counter().count())
                .isEqualTo(1);
    }

    @Test
    void looksByItself() throws IOException {
        edit("drover.config.poll=1s\n"); // not live: the poll below is that of the start
        Configuration quick =
                Configuration.load(
                        DroverKeys.SCHEMA,
                        Map.of("DROVER_CONFIG", directory.resolve("drover.properties").toString()));
        ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
        try {
            new ConfigurationWatch(quick, Clock.systemUTC()).start(executor);
            mount.put("drover.properties", "drover.mode=observe\n");

            Awaitility.await()
                    .atMost(Duration.ofSeconds(10))
                    .until(() -> quick.get(DroverKeys.MODE) == DroverKeys.GlobalMode.OBSERVE);
        } finally {
            executor.shutdownNow();
        }
    }

    private static String never(Values values) {
        if (values.get(DroverKeys.MODE) == DroverKeys.GlobalMode.OBSERVE) {
            throw new IllegalArgumentException("not that");
        }
        return "fine";
    }

    private void edit(String content) throws IOException {
        mount.put("drover.properties", content);
        watch.check();
    }
}
