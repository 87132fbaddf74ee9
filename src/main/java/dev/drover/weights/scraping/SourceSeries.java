package dev.drover.weights.scraping;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.weights.metrics.SourceKind;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Gauges of a provider's sources: seconds since the last good scrape, and whether several replicas
 * answer. They are worked out when asked for, and go with the provider. Guarded by the lock of
 * {@link Targets}.
 */
final class SourceSeries {
    private static final double NANOS = 1e9;
    private static final int EACH = 2; // series a provider and kind

    private final MeterRegistry meters;
    private final LongSupplier nanos;
    private final int limit;
    private final Counter dropped;
    private final Map<Name, List<Meter>> shown = new HashMap<>();
    private Map<Name, Group> targets = Map.of();

    private record Name(ObjectKey provider, SourceKind kind) {}

    /**
     * @param read at least one of them gave a page
     */
    private record Group(List<ScrapedTarget> scraped, boolean read) {}

    /**
     * @param limit most series; 0 for none at all
     */
    SourceSeries(MeterRegistry meters, LongSupplier nanos, int limit) {
        this.meters = meters;
        this.nanos = nanos;
        this.limit = limit;
        this.dropped =
                Counter.builder("drover.metrics.series.dropped")
                        .description("Series with object names beyond the limit")
                        .register(meters);
    }

    /** These are all there are. */
    void show(List<ScrapedTarget> all) {
        Map<Name, Group> now = groups(all);
        if (now.equals(targets)) {
            return;
        }
        shown.entrySet()
                .removeIf(
                        entry -> {
                            boolean changed =
                                    !targets.get(entry.getKey()).equals(now.get(entry.getKey()));
                            if (changed) {
                                entry.getValue().forEach(meters::remove);
                            }
                            return changed;
                        });
        targets = now;
        now.forEach(
                (name, group) -> {
                    if (shown.containsKey(name)) {
                        return;
                    }
                    if (EACH * (shown.size() + 1) <= limit) {
                        shown.put(name, register(name, group));
                    } else if (limit > 0) {
                        dropped.increment(EACH);
                    }
                });
    }

    private static Map<Name, Group> groups(List<ScrapedTarget> all) {
        Map<Name, List<ScrapedTarget>> byName = new HashMap<>();
        for (ScrapedTarget scraped : all) {
            for (ObjectKey provider : scraped.providers()) {
                Name name = new Name(provider, scraped.target().kind());
                byName.computeIfAbsent(name, n -> new ArrayList<>()).add(scraped);
            }
        }
        Map<Name, Group> groups = new HashMap<>();
        byName.forEach(
                (name, scraped) -> {
                    boolean read = scraped.stream().anyMatch(it -> it.lastGoodNanos().isPresent());
                    groups.put(name, new Group(List.copyOf(scraped), read));
                });
        return groups;
    }

    private List<Meter> register(Name name, Group group) {
        Tags tags =
                Tags.of(
                        "namespace", name.provider().namespace(),
                        "provider", name.provider().name(),
                        "source", name.kind().label());
        List<Meter> meters = new ArrayList<>();
        meters.add(
                gauge(
                        "drover.weights.source.mixed",
                        "1 while several replicas answer behind one address",
                        tags,
                        group.scraped(),
                        this::mixed));
        if (group.read()) {
            meters.add(
                    gauge(
                            "drover.weights.scrape.age.seconds",
                            "Since the last good scrape",
                            tags,
                            group.scraped(),
                            this::age));
        }
        return meters;
    }

    private Meter gauge(
            String name,
            String description,
            Tags tags,
            List<ScrapedTarget> scraped,
            ToDoubleFunction<List<ScrapedTarget>> value) {
        Supplier<Number> asked = () -> value.applyAsDouble(scraped);
        return Gauge.builder(name, asked).description(description).tags(tags).register(meters);
    }

    /** Of the one that was read longest ago. */
    private double age(List<ScrapedTarget> scraped) {
        double oldest = Double.NaN;
        for (ScrapedTarget target : scraped) {
            if (target.lastGoodNanos().isPresent()) {
                double age = (nanos.getAsLong() - target.lastGoodNanos().getAsLong()) / NANOS;
                oldest = Double.isNaN(oldest) ? age : Math.max(oldest, age);
            }
        }
        return oldest;
    }

    private double mixed(List<ScrapedTarget> scraped) {
        long now = nanos.getAsLong();
        return scraped.stream().anyMatch(target -> target.state().mixed(now)) ? 1 : 0;
    }
}
