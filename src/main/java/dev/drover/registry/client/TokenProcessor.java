package dev.drover.registry.client;

import dev.drover.registry.discovery.Registry;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/**
 * Shows the registry who asks, bean {@code registry-token}. Sets the header {@code Authorization}
 * where the registry may see the token; elsewhere the file is not even read.
 *
 * <p>Throws {@link NoToken} when it should be shown and cannot be read.
 */
final class TokenProcessor implements Processor {
    static final String AUTHORIZATION = "Authorization";

    private final RegistryTable registries;
    private final Tokens tokens;

    TokenProcessor(RegistryTable registries, Tokens tokens) {
        this.registries = registries;
        this.tokens = tokens;
    }

    @Override
    public void process(Exchange exchange) throws NoToken, NotAllowed {
        RegistryCall call = exchange.getProperty(CallProperties.CALL, RegistryCall.class);
        Registry registry =
                registries
                        .find(call.registry())
                        .orElseThrow(
                                () -> new NotAllowed("registry " + call.registry() + " is gone"));
        exchange.getMessage().removeHeader(AUTHORIZATION); // whoever put one there
        if (registry.settings().sendsTokenTo(registry.baseUrl())) {
            String token = tokens.token(registry);
            exchange.getMessage().setHeader(AUTHORIZATION, "Bearer " + token);
            exchange.setProperty(CallProperties.TOKEN, new ShownToken(token));
        }
    }
}
