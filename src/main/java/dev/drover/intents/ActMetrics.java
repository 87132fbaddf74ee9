package dev.drover.intents;

import dev.drover.kubernetes.ResourceType;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;

/** The act route's series (spec operations 11). No object names in labels. */
final class ActMetrics {
    private final MeterRegistry meters;
    private final String flow;

    ActMetrics(MeterRegistry meters, String flow) {
        this.meters = meters;
        this.flow = flow;
    }

    /** Every intent ends here once, whatever became of it. */
    void count(Intent intent, Outcome outcome) {
        Counter.builder("drover.act")
                .description("Intents by what became of them")
                .tag("flow", flow)
                .tag("operation", intent.operation())
                .tag("resource", resource(intent))
                .tag("outcome", outcome.label())
                .register(meters)
                .increment();
    }

    /** As informers and queues name it, so that their series join; a service by its own name. */
    private static String resource(Intent intent) {
        return intent instanceof Intent.Call
                ? intent.resource()
                : ResourceType.parse(intent.resource()).qualifiedName();
    }

    void took(Intent intent, long nanos) {
        Timer.builder("drover.act.duration")
                .description("From taking up an intent to its outcome")
                .tag("flow", flow)
                .tag("operation", intent.operation())
                .register(meters)
                .record(nanos, TimeUnit.NANOSECONDS);
    }

    void eventToWrite(long nanos) {
        Timer.builder("drover.event.to.write")
                .description("Watch event received to write acknowledged")
                .tag("flow", flow)
                .register(meters)
                .record(nanos, TimeUnit.NANOSECONDS);
    }
}
