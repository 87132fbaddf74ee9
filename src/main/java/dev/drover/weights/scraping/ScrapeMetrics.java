package dev.drover.weights.scraping;

import dev.drover.weights.metrics.Outcome;
import dev.drover.weights.metrics.SourceKind;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The series of scrapes without names of objects (spec weights 8). */
final class ScrapeMetrics {
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
        count(kind, outcome.label());
        Timer.builder("drover.weights.scrape.duration")
                .description("From the request to the end of the page")
                .tag("source", kind.label())
                .register(meters)
                .record(nanos.getAsLong() - startedNanos, TimeUnit.NANOSECONDS);
    }

    /** A page that was good had no figure for a model: counted besides, once a model. */
    void lacking(SourceKind kind, String outcome) {
        count(kind, outcome);
    }

    private void count(SourceKind kind, String outcome) {
        Counter.builder("drover.weights.scrapes")
                .description("Scrapes by how they ended, and good pages that lack a model's figure")
                .tag("source", kind.label())
                .tag("outcome", outcome)
                .register(meters)
                .increment();
    }

    void body(SourceKind kind, long bytes) {
        DistributionSummary.builder("drover.weights.scrape.body")
                .description("Decompressed bytes of a page")
                .baseUnit("bytes")
                .tag("source", kind.label())
                .serviceLevelObjectives(BYTES)
                .register(meters)
                .record((double) bytes);
    }

    void skipped(SourceKind kind) {
        skips(kind).increment();
    }

    private Counter skips(SourceKind kind) {
        return Counter.builder("drover.weights.scrapes.skipped")
                .description("Scrapes left out because the one before was still under way")
                .tag("source", kind.label())
                .register(meters);
    }

    /** Gauges that count targets; and what is rare begins at 0, so that its first time shows. */
    void watch(Targets targets) {
        for (SourceKind kind : SourceKind.values()) {
            skips(kind);
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
