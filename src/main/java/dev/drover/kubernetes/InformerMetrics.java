package dev.drover.kubernetes;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;

/** The series {@code drover_informer_*} and {@code drover_crd_present}, labelled by resource. */
final class InformerMetrics {
    private final MeterRegistry meters;

    /** Null = count for nobody. */
    InformerMetrics(MeterRegistry meters) {
        this.meters = meters == null ? new CompositeMeterRegistry() : meters;
    }

    Counters counters(InformerKey key) {
        return new Counters(label(key));
    }

    /** Shows the informer's state from now on; the result is for {@link #hide}. */
    List<Meter> show(ResourceInformer informer) {
        return List.of(
                gauge(
                        "drover.informer.synced",
                        "1 once a complete list is cached",
                        informer,
                        each -> each.synced() ? 1 : 0),
                gauge(
                        "drover.informer.objects",
                        "Objects in the cache",
                        informer,
                        ResourceInformer::size),
                gauge(
                        "drover.informer.last.event.seconds",
                        "Since the last event, bookmark or list",
                        informer,
                        each ->
                                each.lastEventAge()
                                        .map(InformerMetrics::seconds)
                                        .orElse(Double.NaN)),
                gauge(
                        "drover.informer.disconnected.seconds",
                        "For how long there has been no watch; 0 when connected",
                        informer,
                        each -> seconds(each.disconnectedFor())),
                gauge(
                        "drover.crd.present",
                        "0 while the API server does not serve the kind",
                        informer,
                        each -> each.missing() ? 0 : 1));
    }

    void hide(List<Meter> shown) {
        shown.forEach(meters::remove);
    }

    private Gauge gauge(
            String name,
            String description,
            ResourceInformer informer,
            ToDoubleFunction<ResourceInformer> value) {
        return Gauge.builder(name, informer, value)
                .description(description)
                .tag("resource", label(informer.key()))
                .register(meters);
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    /** Informers of one kind that differ by their selector are different series. */
    private static String label(InformerKey key) {
        String selectors =
                key.labelSelector()
                        + (key.fieldSelector().isEmpty() ? "" : ";" + key.fieldSelector());
        return key.type().qualifiedName() + (selectors.isEmpty() ? "" : "[" + selectors + "]");
    }

    /** What one informer counts. */
    final class Counters {
        private final String resource;
        private final AtomicLong relists = new AtomicLong();

        private Counters(String resource) {
            this.resource = resource;
            for (Trouble trouble : Trouble.values()) {
                watchErrors(trouble); // what is rare begins at 0, so that its first time shows
            }
        }

        void relist(String cause) {
            relists.incrementAndGet();
            Counter.builder("drover.informer.relists")
                    .description("Lists by why they were made")
                    .tag("resource", resource)
                    .tag("cause", cause)
                    .register(meters)
                    .increment();
        }

        void watchError(Trouble trouble) {
            watchErrors(trouble).increment();
        }

        private Counter watchErrors(Trouble trouble) {
            return Counter.builder("drover.informer.watch.errors")
                    .description("Lists and watches that ended, by how")
                    .tag("resource", resource)
                    .tag("cause", trouble.word())
                    .register(meters);
        }

        long relists() {
            return relists.get();
        }
    }
}
