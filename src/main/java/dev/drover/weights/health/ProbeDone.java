package dev.drover.weights.health;

import dev.drover.weights.polling.PollSchedule;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/** Ends a probe, well or badly, bean {@code probe-done}: the endpoint may be probed again. */
final class ProbeDone implements Processor {
    private final PollSchedule<Probe> schedule;

    ProbeDone(PollSchedule<Probe> schedule) {
        this.schedule = schedule;
    }

    @Override
    public void process(Exchange exchange) {
        schedule.done(ProbeProperties.probe(exchange));
    }
}
