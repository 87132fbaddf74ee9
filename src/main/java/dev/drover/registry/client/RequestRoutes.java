package dev.drover.registry.client;

import dev.drover.http.BoundedHttpClient;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.builder.TemplatedRouteBuilder;
import org.apache.camel.component.http.HttpEndpoint;

/** Makes and removes the instances of the route template {@code registry-request}. */
final class RequestRoutes {
    static final String NAME = "registry-request";

    private static final long STOP_SECONDS = 1;

    private final CamelContext context;

    RequestRoutes(CamelContext context) {
        this.context = context;
    }

    /** Id of a registry's instance. */
    static String name(String registry) {
        return NAME + "-" + registry;
    }

    static String clientName(String registry) {
        return "registry-client-" + registry;
    }

    /** The endpoint that calls start at; nobody waits long for an instance that is gone. */
    static String endpoint(String registry) {
        return "direct:" + name(registry) + "?timeout=2000";
    }

    void add(String registry, BoundedHttpClient client) throws Exception {
        context.getRegistry().bind(clientName(registry), client);
        String id = name(registry);
        TemplatedRouteBuilder.builder(context, NAME)
                .routeId(id)
                .prefixId(id + "-")
                .parameter("registry", registry)
                .add();
    }

    /** With its client and the connections of that; calls under way are given a second. */
    void remove(String registry) throws Exception {
        String id = name(registry);
        Object client = context.getRegistry().lookupByName(clientName(registry));
        context.getRouteController().stopRoute(id, STOP_SECONDS, TimeUnit.SECONDS);
        context.removeRoute(id);
        for (Endpoint endpoint : context.getEndpoints()) {
            boolean ours =
                    endpoint instanceof HttpEndpoint http
                            && http.getHttpClientConfigurer() == client;
            if (ours) {
                context.removeEndpoint(endpoint);
            }
        }
        context.getRegistry().unbind(clientName(registry));
    }
}
