package dev.drover.intents;

import dev.drover.kubernetes.ResourcesConstants;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.support.DefaultComponent;
import org.apache.camel.support.DefaultEndpoint;
import org.apache.camel.support.DefaultProducer;

/**
 * Stands in for the component {@code kubernetes-resources}: keeps what was sent where, and answers
 * each write by the next scripted answer, else with a new resourceVersion.
 */
final class WritesDouble extends DefaultComponent {
    record Sent(String uri, Object body, Map<String, Object> headers) {}

    final List<Sent> sent = new ArrayList<>();
    final Deque<Processor> answers = new ArrayDeque<>();
    private int version = 100;

    /** The next write fails with this. */
    WritesDouble fails(Exception failure) {
        answers.add(
                exchange -> {
                    throw failure;
                });
        return this;
    }

    WritesDouble answers(Processor answer) {
        answers.add(answer);
        return this;
    }

    @Override
    protected Endpoint createEndpoint(
            String uri, String remaining, Map<String, Object> parameters) {
        parameters.clear();
        return new DefaultEndpoint(uri, this) {
            @Override
            public Producer createProducer() {
                return new DefaultProducer(this) {
                    @Override
                    public void process(Exchange exchange) throws Exception {
                        answer(getEndpointUri(), exchange);
                    }
                };
            }

            @Override
            public Consumer createConsumer(Processor processor) {
                throw new UnsupportedOperationException();
            }

            @Override
            public boolean isSingleton() {
                return true;
            }
        };
    }

    private void answer(String uri, Exchange exchange) throws Exception {
        sent.add(
                new Sent(
                        uri,
                        exchange.getMessage().getBody(),
                        Map.copyOf(exchange.getMessage().getHeaders())));
        Processor scripted = answers.poll();
        if (scripted != null) {
            scripted.process(exchange);
        } else {
            exchange.getMessage()
                    .setHeader(ResourcesConstants.RESOURCE_VERSION, String.valueOf(++version));
        }
    }
}
