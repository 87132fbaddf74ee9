package dev.drover.weights.credentials;

import dev.drover.http.BoundedHttpClient;
import dev.drover.http.TlsTrust;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.component.http.HttpEndpoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client bean for each distinct TLS setting, made when it is first used and gone ten minutes
 * after the last use. When the content of its Secrets changes it keeps its name and makes new
 * connections. Thread-safe.
 */
final class TlsClients {
    private static final Logger LOG = LoggerFactory.getLogger(TlsClients.class);
    private static final long KEPT = Duration.ofMinutes(10).toNanos();

    private final CamelContext context;
    private final String prefix;
    private final Function<Supplier<TlsTrust>, BoundedHttpClient> factory;
    private final LongSupplier nanos;

    // all guarded by this
    private final Map<Access, Client> clients = new HashMap<>();
    private long made;

    private static final class Client {
        final String name;
        final BoundedHttpClient bean;
        TlsMaterial material;
        volatile TlsTrust trust;
        long usedNanos;

        Client(String name, Function<Supplier<TlsTrust>, BoundedHttpClient> factory) {
            this.name = name;
            this.bean = factory.apply(() -> trust);
        }
    }

    /**
     * @param prefix of the beans' names; a name is never used again
     */
    TlsClients(
            CamelContext context,
            String prefix,
            Function<Supplier<TlsTrust>, BoundedHttpClient> factory,
            LongSupplier nanos) {
        this.context = context;
        this.prefix = prefix;
        this.factory = factory;
        this.nanos = nanos;
    }

    /**
     * Name of the bean for this setting, which holds this content from now on.
     *
     * @throws NoCredentials when the content is no certificate or key
     */
    synchronized String client(Access setting, TlsMaterial material) throws NoCredentials {
        long now = nanos.getAsLong();
        Client client = clients.get(setting);
        if (client == null) {
            TlsTrust trust = material.trust(setting);
            client = new Client(prefix + ++made, factory);
            client.trust = trust;
            client.material = material;
            clients.put(setting, client);
            context.getRegistry().bind(client.name, client.bean);
        } else if (!client.material.same(material)) {
            client.trust = material.trust(setting);
            client.material = material;
            client.bean.closeIdle();
        }
        client.usedNanos = now;
        removeUnused();
        return client.name;
    }

    /** Those that were not used for ten minutes go. */
    synchronized void removeUnused() {
        long now = nanos.getAsLong();
        for (Iterator<Client> all = clients.values().iterator(); all.hasNext(); ) {
            Client client = all.next();
            if (now - client.usedNanos > KEPT) {
                all.remove();
                remove(client);
            }
        }
    }

    /** With the endpoints that were made for it, and their connections. */
    private void remove(Client client) {
        context.getRegistry().unbind(client.name);
        for (Endpoint endpoint : context.getEndpoints()) {
            if (endpoint instanceof HttpEndpoint http
                    && http.getHttpClientConfigurer() == client.bean) {
                try {
                    context.removeEndpoint(endpoint);
                } catch (Exception e) {
                    LOG.warn("{}: the connections of this client stay open", client.name, e);
                }
            }
        }
    }

    /** How many there are. */
    synchronized int size() {
        return clients.size();
    }
}
