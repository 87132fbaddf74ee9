package dev.drover.weights.health;

import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/**
 * Takes what a probe must not throw, bean {@code probe-broken}, after {@code doCatch}: it says
 * nothing of the endpoint, so the state stays. Out: body = no models.
 */
final class ProbeBroken implements Processor {
    private final HealthTracker tracker;

    ProbeBroken(HealthTracker tracker) {
        this.tracker = tracker;
    }

    @Override
    public void process(Exchange exchange) {
        Probe probe = ProbeProperties.probe(exchange);
        tracker.broken(probe, exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class));
        exchange.getMessage().setBody(List.of());
    }
}
