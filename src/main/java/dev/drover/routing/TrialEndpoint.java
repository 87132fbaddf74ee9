package dev.drover.routing;

import org.apache.camel.Component;
import org.apache.camel.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.MultipleConsumersSupport;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.support.DefaultConsumer;
import org.apache.camel.support.DefaultEndpoint;
import org.apache.camel.support.DefaultProducer;

/** An endpoint that does nothing, whatever it is called. */
final class TrialEndpoint extends DefaultEndpoint implements MultipleConsumersSupport {
    private final boolean shared;

    /**
     * @param shared whether several routes may start with it
     */
    TrialEndpoint(String uri, Component component, boolean shared) {
        super(uri, component);
        this.shared = shared;
    }

    @Override
    public boolean isLenientProperties() {
        return true; // options were checked before
    }

    @Override
    public boolean isMultipleConsumersSupported() {
        return shared;
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        return new DefaultConsumer(this, processor);
    }

    @Override
    public Producer createProducer() {
        return new DefaultProducer(this) {
            @Override
            public void process(Exchange exchange) {}
        };
    }
}
