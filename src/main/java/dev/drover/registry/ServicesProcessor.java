package dev.drover.registry;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/** Makes and removes registries after a change of a Service, bean {@code registry-services}. */
final class ServicesProcessor implements Processor {
    private final Upkeep upkeep;

    ServicesProcessor(Upkeep upkeep) {
        this.upkeep = upkeep;
    }

    @Override
    public void process(Exchange exchange) {
        upkeep.registries();
    }
}
