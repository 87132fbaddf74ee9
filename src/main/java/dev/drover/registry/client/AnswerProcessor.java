package dev.drover.registry.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;

/**
 * Puts an answer together, bean {@code registry-answer}. In: body = JSON tree or null. Out: body =
 * {@link RegistryReply}, no headers.
 */
final class AnswerProcessor implements Processor {
    @Override
    public void process(Exchange exchange) {
        Message message = exchange.getMessage();
        RegistryReply reply = exchange.getProperty(CallProperties.REPLY, RegistryReply.class);
        message.removeHeaders("*");
        message.setBody(reply.with(message.getBody() instanceof ObjectNode json ? json : null));
    }
}
