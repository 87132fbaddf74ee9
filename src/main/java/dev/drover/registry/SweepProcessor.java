package dev.drover.registry;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/**
 * The flow's clock, bean {@code registry-sweep}: registries follow the configuration, refused calls
 * are tried with new credentials, references are read once an hour, walks begin when they are due.
 */
final class SweepProcessor implements Processor {
    private final Upkeep upkeep;

    SweepProcessor(Upkeep upkeep) {
        this.upkeep = upkeep;
    }

    @Override
    public void process(Exchange exchange) {
        upkeep.registries();
        upkeep.credentials();
        upkeep.references();
        upkeep.overdue();
        upkeep.walks();
    }
}
