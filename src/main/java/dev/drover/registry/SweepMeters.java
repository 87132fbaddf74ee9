package dev.drover.registry;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Series of the last walk over each registry. */
final class SweepMeters {
    private static final String REGISTRY = "registry";

    private final SweepState state;
    private final MultiGauge records;
    private final MultiGauge seconds;
    private final MultiGauge success;
    private final MultiGauge held;
    private final MultiGauge unreadable;

    SweepMeters(MeterRegistry meters, SweepState state) {
        this.state = state;
        records =
                MultiGauge.builder("drover.registry.records")
                        .description("Our records at the last walk, by what they say")
                        .register(meters);
        seconds =
                MultiGauge.builder("drover.registry.sweep")
                        .description("How long the last walk took")
                        .baseUnit("seconds")
                        .register(meters);
        success =
                MultiGauge.builder("drover.registry.sweep.last.success.timestamp")
                        .description("When the last complete walk ended")
                        .baseUnit("seconds")
                        .register(meters);
        held =
                MultiGauge.builder("drover.registry.sweep.held")
                        .description("Orphaned records that are held back")
                        .register(meters);
        unreadable =
                MultiGauge.builder("drover.registry.unreadable.records")
                        .description("1 while walks are cut short by a record nobody can read")
                        .register(meters);
    }

    /** Follows what the walks came to. */
    void watch() {
        state.onChange(this::show);
    }

    private void show() {
        Map<String, SweepState.Last> all = state.all();
        records.register(
                all.entrySet().stream()
                        .flatMap(
                                it ->
                                        List.of(
                                                row(
                                                        it.getKey(),
                                                        "deployed",
                                                        it.getValue().deployed()),
                                                row(
                                                        it.getKey(),
                                                        "undeployed",
                                                        it.getValue().undeployed()))
                                                .stream())
                        .toList(),
                true);
        rows(seconds, all, it -> it.took().toNanos() / 1e9);
        rows(
                success,
                all,
                it -> it.succeeded().map(at -> (double) at.getEpochSecond()).orElse(0.0));
        rows(held, all, it -> it.hold().suspects().size());
        rows(unreadable, all, it -> it.walk().unreadableAfter().isPresent() ? 1 : 0);
    }

    private static MultiGauge.Row<Number> row(String registry, String what, long count) {
        return MultiGauge.Row.of(Tags.of(REGISTRY, registry, "state", what), count);
    }

    private static void rows(
            MultiGauge gauge,
            Map<String, SweepState.Last> all,
            ToDoubleFunction<SweepState.Last> figure) {
        gauge.register(
                all.entrySet().stream()
                        .map(
                                it ->
                                        MultiGauge.Row.of(
                                                Tags.of(REGISTRY, it.getKey()),
                                                figure.applyAsDouble(it.getValue())))
                        .toList(),
                true);
    }
}
