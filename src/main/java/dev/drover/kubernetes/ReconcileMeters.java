package dev.drover.kubernetes;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The metrics of one consumer and its queue. They vanish with it. */
final class ReconcileMeters {
    private final MeterRegistry registry;
    private final Tags tags;
    private final List<Meter> meters = new ArrayList<>();
    private final Map<String, io.micrometer.core.instrument.Counter> results =
            new ConcurrentHashMap<>();
    private final Timer duration;
    private final Timer wait;

    ReconcileMeters(
            MeterRegistry registry,
            String flow,
            ResourceType type,
            IntSupplier active,
            Supplier<QueueState> queue) {
        this.registry = registry;
        this.tags = Tags.of("flow", flow, "resource", type.qualifiedName());
        this.duration =
                timer("drover.reconcile.duration", "From taking a key up to the end of its pass");
        this.wait = timer("drover.queue.wait", "How long keys were ready before a worker came");
        gauge("drover.reconcile.active", "Workers busy", active::getAsInt);
        gauge("drover.queue.depth", "Keys that wait for a worker", () -> queue.get().ready());
        gauge("drover.queue.delayed", "Keys that wait for a time", () -> queue.get().delayed());
        gauge("drover.queue.retrying", "Keys whose last pass failed", () -> queue.get().retrying());
        gauge(
                "drover.queue.oldest.seconds",
                "Age of the oldest ready key",
                () -> seconds(queue.get().oldestReady()));
        gauge(
                "drover.unreconciled.seconds",
                "Age of the oldest change that no successful pass has followed",
                () -> seconds(queue.get().unreconciled()));
        ToDoubleFunction<Supplier<QueueState>> adds = state -> state.get().adds();
        meters.add(
                FunctionCounter.builder("drover.queue.adds", queue, adds)
                        .description("Keys added, merged ones included")
                        .tags(tags)
                        .register(registry));
    }

    void taken(Work work) {
        wait.record(work.waited());
    }

    void ended(String result, Duration took) {
        duration.record(took);
        results.computeIfAbsent(result, this::counter).increment();
    }

    void close() {
        meters.forEach(registry::remove);
        results.values().forEach(registry::remove);
    }

    private io.micrometer.core.instrument.Counter counter(String result) {
        return io.micrometer.core.instrument.Counter.builder("drover.reconcile")
                .description("Passes by how they ended")
                .tags(tags)
                .tag("result", result)
                .register(registry);
    }

    private Timer timer(String name, String description) {
        Timer timer = Timer.builder(name).description(description).tags(tags).register(registry);
        meters.add(timer);
        return timer;
    }

    private void gauge(String name, String description, Supplier<Number> value) {
        meters.add(
                Gauge.builder(name, value).description(description).tags(tags).register(registry));
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
