package dev.drover.weights.health;

import org.apache.camel.Exchange;

/** Exchange properties of the route {@code weights-probe}; a route of a user's may read them. */
final class ProbeProperties {
    /** The {@link Probe} of this exchange. */
    static final String PROBE = "DroverProbe";

    private ProbeProperties() {}

    /** What is probed; it is the body until {@code probe-connect}, whatever fails before. */
    static Probe probe(Exchange exchange) {
        if (exchange.getMessage().getBody() instanceof Probe probe) {
            exchange.setProperty(PROBE, probe);
        }
        return exchange.getProperty(PROBE, Probe.class);
    }
}
