package dev.drover.kubernetes;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.camel.Exchange;

/** One delivery of one object: where it is, and whether it wrote. */
final class Pass {
    /** Exchange property; the copies of an exchange share the pass. */
    private static final String PROPERTY = "CamelKubernetesResourcesPass";

    private record Step(String id, long since) {}

    private final Work work;
    private final LongSupplier nanos;
    private final long begun;
    private final Thread thread = Thread.currentThread();
    private volatile Step step;
    private volatile boolean wrote;

    Pass(Work work, LongSupplier nanos) {
        this.work = work;
        this.nanos = nanos;
        this.begun = nanos.getAsLong();
        this.step = new Step("take", begun);
    }

    /** The pass that this exchange belongs to, or null. */
    static Pass of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, Pass.class);
    }

    void attachTo(Exchange exchange) {
        exchange.setProperty(PROPERTY, this);
    }

    void step(String id) {
        step = new Step(id, nanos.getAsLong());
    }

    /** The producer changed something on behalf of this pass. */
    void wrote() {
        wrote = true;
    }

    boolean hasWritten() {
        return wrote;
    }

    Duration duration() {
        return Duration.ofNanos(nanos.getAsLong() - begun);
    }

    WorkerState state(String flow, String resource) {
        Step now = step;
        return new WorkerState(
                flow,
                resource,
                work.key(),
                now.id(),
                Duration.ofNanos(nanos.getAsLong() - now.since()),
                duration(),
                thread.getName());
    }
}
