package dev.drover.registry.client;

import dev.drover.registry.api.Operation;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;

/** The series of calls: requests, their time, breakers, and when a version of the API may end. */
final class RequestMetrics {
    private static final String REGISTRY = "registry";

    private final MeterRegistry meters;
    private final Map<String, Instant> sunsets = new ConcurrentHashMap<>();

    RequestMetrics(MeterRegistry meters) {
        this.meters = meters;
    }

    void called(String registry, Operation operation, String code, Duration took) {
        Counter.builder("drover.registry.requests")
                .description("Calls to a registry by HTTP status, or by why there was no answer")
                .tag(REGISTRY, registry)
                .tag("operation", operation.label())
                .tag("code", code)
                .register(meters)
                .increment();
        Timer.builder("drover.registry.request")
                .description("From sending a call to the end of its answer")
                .tag(REGISTRY, registry)
                .tag("operation", operation.label())
                .register(meters)
                .record(took);
    }

    void watchBreaker(String registry, ToDoubleFunction<String> state) {
        Gauge.builder("drover.registry.breaker.state", () -> state.applyAsDouble(registry))
                .description("Circuit breaker of a registry: 0 closed, 1 half-open, 2 open")
                .tag(REGISTRY, registry)
                .register(meters);
    }

    /** Whether this date is news. */
    boolean sunset(String registry, Instant date) {
        if (date.equals(sunsets.put(registry, date))) {
            return false;
        }
        Gauge.builder(
                        "drover.registry.api.sunset.timestamp",
                        () -> sunsets.getOrDefault(registry, Instant.EPOCH).getEpochSecond())
                .description("When the registry's API version may be gone, as it says itself")
                .baseUnit("seconds")
                .tag(REGISTRY, registry)
                .register(meters);
        return true;
    }

    /** Series of a registry that is gone would stay for ever. */
    void forget(String registry) {
        sunsets.remove(registry);
        for (Meter meter : List.copyOf(meters.getMeters())) {
            if (meter.getId().getName().startsWith("drover.registry.")
                    && registry.equals(meter.getId().getTag(REGISTRY))) {
                meters.remove(meter);
            }
        }
    }
}
