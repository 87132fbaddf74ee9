package dev.drover.weights.health;

import dev.drover.kubernetes.ResourcesConstants;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;

/**
 * Records the result of a probe, bean {@code probe-judge}. In: body = {@link ProbeResult}. Out:
 * body = keys of the models whose provider has changed its state, for the queue.
 */
final class ProbeJudge implements Processor {
    private final HealthTracker tracker;
    private final Counter ok;
    private final Counter failed;

    ProbeJudge(HealthTracker tracker, MeterRegistry meters) {
        this.tracker = tracker;
        this.ok = counter(meters, "ok");
        this.failed = counter(meters, "failed");
    }

    private static Counter counter(MeterRegistry meters, String outcome) {
        return Counter.builder("drover.weights.probes")
                .description("Probes by how they ended")
                .tag("outcome", outcome)
                .register(meters);
    }

    @Override
    public void process(Exchange exchange) {
        Message message = exchange.getMessage();
        ProbeResult result = message.getBody(ProbeResult.class);
        switch (result.kind()) {
            case OK -> ok.increment();
            case FAILED -> failed.increment();
            case DENIED -> {} // nothing was probed
        }
        Probe probe = ProbeProperties.probe(exchange);
        message.setBody(List.copyOf(tracker.record(probe, result)));
        message.setHeader(ResourcesConstants.ENQUEUE_CAUSE, "probe");
    }
}
