package dev.drover.weights;

import dev.drover.weights.metrics.Outcome;
import dev.drover.weights.metrics.SourceKind;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.DoubleStream;

/** The series of scrapes without names of objects (spec weights 8). */
final class ScrapeMetrics {
    private static final Duration[] SECONDS =
            DoubleStream.of(1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1e3, 2.5e3, 5e3, 10e3, 30e3)
                    .mapToObj(millis -> Duration.ofNanos((long) (millis * 1e6)))
                    .toArray(Duration[]::new);
    private static final double[] BYTES = {
        1 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 8 << 20
    };

    private final MeterRegistry meters;
    private final LongSupplier nanos;

    ScrapeMetrics(MeterRegistry meters, LongSupplier nanos) {
        this.meters = meters;
        this.nanos = nanos;
    }

    void ended(SourceKind kind, Outcome outcome, long startedNanos) {
        Counter.builder("drover.weights.scrapes")
                .description("Scrapes by how they ended")
                .tag("source", kind.label())
                .tag("outcome", outcome.label())
                .register(meters)
                .increment();
        Timer.builder("drover.weights.scrape.duration")
                .description("From the request to the end of the page")
                .tag("source", kind.label())
                .serviceLevelObjectives(SECONDS)
                .register(meters)
                .record(nanos.getAsLong() - startedNanos, TimeUnit.NANOSECONDS);
    }

    void body(SourceKind kind, long bytes) {
        DistributionSummary.builder("drover.weights.scrape.body")
                .description("Decompressed bytes of a page")
                .baseUnit("bytes")
                .tag("source", kind.label())
                .serviceLevelObjectives(BYTES)
                .register(meters)
                .record(bytes);
    }

    void skipped(SourceKind kind) {
        Counter.builder("drover.weights.scrapes.skipped")
                .description("Scrapes left out because the one before was still under way")
                .tag("source", kind.label())
                .register(meters)
                .increment();
    }

    /** Gauges that count targets. */
    void watch(Targets targets) {
        for (SourceKind kind : SourceKind.values()) {
            Gauge.builder("drover.weights.targets", targets, it -> it.count(kind, false))
                    .description("Distinct targets that models refer to")
                    .tag("source", kind.label())
                    .register(meters);
            Gauge.builder("drover.weights.targets.failing", targets, it -> it.count(kind, true))
                    .description("Targets of which three scrapes in a row failed")
                    .tag("source", kind.label())
                    .register(meters);
        }
    }
}
