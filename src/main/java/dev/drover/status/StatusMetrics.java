package dev.drover.status;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The series that belong to the process as a whole, and the buckets of all histograms. */
public final class StatusMetrics {
    private static final List<String> MODES = List.of("apply", "observe");

    private StatusMetrics() {}

    /**
     * Gives every timer of Drover's the same buckets. To be called before the first one is
     * registered.
     */
    public static void giveBuckets(MeterRegistry meters) {
        DistributionStatisticConfig buckets =
                DistributionStatisticConfig.builder()
                        .serviceLevelObjectives(
                                Stream.of(buckets()).mapToDouble(Duration::toNanos).toArray())
                        .build();
        meters.config()
                .meterFilter(
                        new MeterFilter() {
                            @Override
                            public DistributionStatisticConfig configure(
                                    Meter.Id id, DistributionStatisticConfig config) {
                                return id.getType() == Meter.Type.TIMER
                                                && id.getName().startsWith("drover.")
                                        ? buckets.merge(config)
                                        : config;
                            }
                        });
    }

    /** Upper bounds of the buckets of every histogram of durations: 1 ms to 30 s. */
    static Duration[] buckets() {
        return LongStream.of(
                        1_000,
                        2_500,
                        5_000,
                        10_000,
                        25_000,
                        50_000,
                        100_000,
                        250_000,
                        500_000,
                        1_000_000,
                        2_500_000,
                        5_000_000,
                        10_000_000,
                        30_000_000)
                .mapToObj(micros -> Duration.ofNanos(micros * 1_000))
                .toArray(Duration[]::new);
    }

    /** {@code drover_build_info} and {@code drover_flow_mode}. */
    public static void bind(
            MeterRegistry meters,
            Collection<? extends Flow> flows,
            String version,
            String revision,
            String camelVersion) {
        Gauge.builder("drover.build.info", () -> 1)
                .description("What runs here; always 1")
                .tags("version", version, "revision", revision)
                .tags("java", Runtime.version().toString(), "camel", camelVersion)
                .register(meters);
        for (Flow flow : flows) {
            for (String mode : MODES) {
                Gauge.builder("drover.flow.mode", () -> flow.mode().equals(mode) ? 1 : 0)
                        .description("1 for the current mode")
                        .tags("flow", flow.name(), "mode", mode)
                        .register(meters);
            }
        }
    }
}
