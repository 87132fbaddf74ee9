package dev.drover.weights;

import dev.drover.kubernetes.ObjectKey;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Gauges that carry names of objects. An object's gauges are replaced as a whole at each decision
 * and go with the object, so that a figure that is not known any more has no series either. How
 * many there may be is bounded; those beyond are counted. Thread-safe.
 */
final class ObjectSeries {
    private final MeterRegistry meters;
    private final int limit;
    private final Counter dropped;
    private final Map<ObjectKey, Map<Sample.Name, Value>> objects = new HashMap<>(); // by this
    private int series; // guarded by this

    /**
     * One figure.
     *
     * @param name with dots; in Prometheus' form it has the prefix and underscores
     * @param value null when it is not known: there is no series then
     */
    record Sample(Name name, Double value) {
        /** What a series is known by. */
        record Name(String metric, Tags tags) {}

        static Sample of(String metric, Tags tags, Number value) {
            return new Sample(new Name(metric, tags), value == null ? null : value.doubleValue());
        }
    }

    private record Value(Meter meter, AtomicLong bits) {}

    /**
     * @param limit most series of all objects together; 0 for none at all
     */
    ObjectSeries(MeterRegistry meters, int limit) {
        this.meters = meters;
        this.limit = limit;
        this.dropped =
                Counter.builder("drover.metrics.series.dropped")
                        .description("Series with object names beyond the limit")
                        .register(meters);
    }

    /** Replaces all series of the object. */
    synchronized void show(ObjectKey object, List<Sample> samples) {
        Map<Sample.Name, Value> before = objects.getOrDefault(object, Map.of());
        Map<Sample.Name, Value> now = new HashMap<>();
        for (Sample sample : samples) {
            if (sample.value() != null && Double.isFinite(sample.value())) {
                show(sample, before, now);
            }
        }
        before.forEach(
                (name, value) -> {
                    if (!now.containsKey(name)) {
                        remove(value);
                    }
                });
        if (now.isEmpty()) {
            objects.remove(object);
        } else {
            objects.put(object, now);
        }
    }

    private void show(Sample sample, Map<Sample.Name, Value> before, Map<Sample.Name, Value> now) {
        Value value = before.get(sample.name());
        if (value == null) {
            if (series >= limit) {
                if (limit > 0) {
                    dropped.increment();
                }
                return;
            }
            value = register(sample.name());
        }
        value.bits().set(Double.doubleToLongBits(sample.value()));
        now.put(sample.name(), value);
    }

    /** The object is gone, and its series with it. */
    synchronized void remove(ObjectKey object) {
        show(object, List.of());
    }

    /** Nothing is decided here any more. */
    synchronized void clear() {
        for (Iterator<Map<Sample.Name, Value>> all = objects.values().iterator(); all.hasNext(); ) {
            all.next().values().forEach(this::remove);
            all.remove();
        }
    }

    private Value register(Sample.Name name) {
        AtomicLong bits = new AtomicLong();
        Gauge gauge =
                Gauge.builder(name.metric(), bits, it -> Double.longBitsToDouble(it.get()))
                        .description(ModelSeries.meaning(name.metric()))
                        .tags(name.tags())
                        .register(meters);
        series++;
        return new Value(gauge, bits);
    }

    private void remove(Value value) {
        meters.remove(value.meter());
        series--;
    }
}
