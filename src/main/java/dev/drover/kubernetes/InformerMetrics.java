package dev.drover.kubernetes;

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
                gauge("drover.informer.synced", informer, each -> each.synced() ? 1 : 0),
                gauge("drover.informer.objects", informer, ResourceInformer::size),
                gauge(
                        "drover.informer.last.event.seconds",
                        informer,
                        each ->
                                each.lastEventAge()
                                        .map(InformerMetrics::seconds)
                                        .orElse(Double.NaN)),
                gauge(
                        "drover.informer.disconnected.seconds",
                        informer,
                        each -> seconds(each.disconnectedFor())),
                gauge("drover.crd.present", informer, each -> each.missing() ? 0 : 1));
    }

    void hide(List<Meter> shown) {
        shown.forEach(meters::remove);
    }

    private Gauge gauge(
            String name, ResourceInformer informer, ToDoubleFunction<ResourceInformer> value) {
        return Gauge.builder(name, informer, value)
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
        }

        void relist(String cause) {
            relists.incrementAndGet();
            meters.counter("drover.informer.relists", "resource", resource, "cause", cause)
                    .increment();
        }

        void watchError(Trouble trouble) {
            meters.counter(
                            "drover.informer.watch.errors",
                            "resource",
                            resource,
                            "cause",
                            trouble.word())
                    .increment();
        }

        long relists() {
            return relists.get();
        }
    }
}
