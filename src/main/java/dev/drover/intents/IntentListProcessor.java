package dev.drover.intents;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/**
 * First step of an act route, bean {@code <flow>-intents}: opens what the writes of one list carry
 * from one to the next. Must stand before the list is split, since what the parts set afterwards
 * stays with each part.
 */
final class IntentListProcessor implements Processor {
    @Override
    public void process(Exchange exchange) {
        exchange.setProperty(ActProperties.CARRIED, new Carried());
    }
}
