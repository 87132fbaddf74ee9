package dev.drover.registry.client;

import dev.drover.registry.api.Operation;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.apache.camel.component.http.HttpConstants;

/**
 * Judges the head of an answer, bean {@code registry-status}. In: what camel-http left, its body a
 * stream. Out: the body only where JSON is to be read ({@code registryReadable}).
 *
 * <p>Throws {@link Unusable} for what counts against the registry: 429, 500 and above, a success
 * that is no JSON.
 */
final class StatusProcessor implements Processor {
    private final Supplier<Instant> now;

    StatusProcessor(Supplier<Instant> now) {
        this.now = now;
    }

    @Override
    public void process(Exchange exchange) throws Unusable, IOException {
        Message message = exchange.getMessage();
        RegistryCall call = exchange.getProperty(CallProperties.CALL, RegistryCall.class);
        int status = message.getHeader(HttpConstants.HTTP_RESPONSE_CODE, 0, Integer.class);
        InputStream stream =
                message.getBody() instanceof InputStream in ? in : InputStream.nullInputStream();
        boolean success = status / 100 == 2;
        if (success && call.operation() != Operation.HEALTH) {
            RegistryReply reply = reply(message, status, Optional.empty());
            if (!MediaType.isJson(text(message, Exchange.CONTENT_TYPE)) || encoded(message)) {
                stream.close();
                throw new Unusable(reply);
            }
            exchange.setProperty(CallProperties.REPLY, reply);
            exchange.setProperty(CallProperties.READABLE, true);
            return;
        }
        message.setBody(null);
        try (stream) { // what is left of it is not read: the connection is closed
            Optional<String> error =
                    success
                            ? Optional.empty()
                            : ErrorBody.message(text(message, Exchange.CONTENT_TYPE), stream);
            RegistryReply reply = reply(message, status, error);
            if (status == 429 || status >= 500) {
                throw new Unusable(reply);
            }
            exchange.setProperty(CallProperties.REPLY, reply);
        }
    }

    private RegistryReply reply(Message message, int status, Optional<String> error) {
        String type = MediaType.of(text(message, Exchange.CONTENT_TYPE));
        return new RegistryReply(
                status,
                null,
                error,
                type.isEmpty() ? "an answer without content" : "an answer of " + type,
                RetryAfter.parse(text(message, "Retry-After"), now.get()),
                Optional.of(text(message, "Sunset")).filter(text -> !text.isEmpty()));
    }

    private static boolean encoded(Message message) {
        String coding = text(message, Exchange.CONTENT_ENCODING);
        return !coding.isEmpty() && !coding.equalsIgnoreCase("identity");
    }

    private static String text(Message message, String header) {
        Object value = message.getHeader(header);
        return value == null ? "" : value.toString();
    }
}
