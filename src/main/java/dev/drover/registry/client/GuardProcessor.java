package dev.drover.registry.client;

import dev.drover.registry.discovery.Registry;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.apache.camel.component.http.HttpConstants;

/**
 * Makes a message the request of a call, bean {@code registry-guard}. In: body = {@link
 * RegistryCall}. Out: body = JSON tree or null; the headers of the request and no others, since
 * camel-http sends every header that does not begin with {@code Camel}.
 *
 * <p>Throws {@link NotAllowed} for an unknown registry and for an address outside of it.
 */
final class GuardProcessor implements Processor {
    private static final String VERSION =
            Optional.ofNullable(GuardProcessor.class.getPackage().getImplementationVersion())
                    .orElse("development");

    private final RegistryTable registries;

    GuardProcessor(RegistryTable registries) {
        this.registries = registries;
    }

    @Override
    public void process(Exchange exchange) throws NotAllowed {
        Message message = exchange.getMessage();
        RegistryCall call = message.getBody(RegistryCall.class);
        Registry registry =
                registries
                        .find(call.registry())
                        .orElseThrow(
                                () ->
                                        new NotAllowed(
                                                "registry "
                                                        + call.registry()
                                                        + " is not allowed any more"));
        exchange.setProperty(CallProperties.CALL, call);
        exchange.setProperty(CallProperties.READABLE, false);
        // an answer is read as it is sent, where its size is measured
        exchange.setProperty(Exchange.SKIP_GZIP_ENCODING, true);
        message.removeHeaders("*");
        message.setBody(call.body());
        message.setHeader(
                HttpConstants.HTTP_URI, Guard.address(registry, call.target()).toString());
        message.setHeader(HttpConstants.HTTP_METHOD, call.method());
        message.setHeader("Accept", "application/json");
        message.setHeader("User-Agent", "drover/" + VERSION);
        if (call.body() != null) {
            message.setHeader(Exchange.CONTENT_TYPE, "application/json");
        }
    }
}
