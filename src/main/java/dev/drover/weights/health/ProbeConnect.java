package dev.drover.weights.health;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/**
 * Probes, bean {@code probe-connect}. In: body = {@link Probe}. Out: body = {@link ProbeResult}.
 * Blocks for the probe's timeout at most.
 */
final class ProbeConnect implements Processor {
    private final TcpProbe tcp;

    ProbeConnect(TcpProbe tcp) {
        this.tcp = tcp;
    }

    @Override
    public void process(Exchange exchange) {
        exchange.getMessage().setBody(tcp.run(ProbeProperties.probe(exchange)));
    }
}
