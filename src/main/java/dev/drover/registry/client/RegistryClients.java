package dev.drover.registry.client;

import dev.drover.http.BoundedHttpClient;
import dev.drover.registry.api.ModelRegistries;
import dev.drover.registry.api.ModelRegistry;
import dev.drover.registry.discovery.Registry;
import dev.drover.registry.settings.BaseUrl;
import dev.drover.registry.settings.CallBounds;
import dev.drover.registry.settings.RegistryConfiguration;
import dev.drover.registry.settings.RegistrySettings;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.camel.CamelContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The clients of all registries that are allowed: each with an instance of the route template
 * {@code registry-request}, an HTTP client, slots and a breaker of its own. Made once, before
 * routes load; registries come and go with {@link #update}. Thread-safe.
 */
public final class RegistryClients implements ModelRegistries {
    private static final Logger LOG = LoggerFactory.getLogger(RegistryClients.class);

    private static final List<String> BREAKER = List.of("closed", "half-open", "open");

    private final Supplier<RegistryConfiguration> configuration;
    private final LongSupplier nanos;
    private final Path serviceCa;
    private final RegistryTable table = new RegistryTable();
    private final RequestRoutes routes;
    private final Requests.Shared shared;
    private final Semaphore workers;
    private final HttpClients httpClients;
    private final Map<String, Client> clients = new ConcurrentHashMap<>();
    private final Map<String, Registry> withoutRoute = new ConcurrentHashMap<>();

    private static final class Client {
        final ModelRegistry registry;
        final BoundedHttpClient http;
        final RegistryTrust trust;
        FileStamp token; // when it was last looked at; guarded by the outer object

        Client(ModelRegistry registry, BoundedHttpClient http, RegistryTrust trust) {
            this.registry = registry;
            this.http = http;
            this.trust = trust;
        }
    }

    private RegistryClients(
            CamelContext context,
            Supplier<RegistryConfiguration> configuration,
            MeterRegistry meters,
            Clock clock,
            LongSupplier nanos,
            RegistryListener listener,
            Path serviceCa) {
        this.configuration = configuration;
        this.nanos = nanos;
        this.serviceCa = serviceCa;
        this.routes = new RequestRoutes(context);
        this.workers = new Semaphore(configuration.get().concurrency() - 1);
        this.httpClients =
                new HttpClients(
                        this::bounds,
                        context.getExecutorServiceManager()
                                .newScheduledThreadPool(context, "registry-deadline", 1),
                        meters,
                        nanos);
        CircuitBreakerRegistry breakers = CircuitBreakerRegistry.ofDefaults();
        Tokens tokens = new Tokens(nanos);
        LastFailures lastFailures = new LastFailures(nanos);
        this.shared =
                new Requests.Shared(
                        table,
                        context.createProducerTemplate(),
                        tokens,
                        new Breakers(breakers, nanos, new Outages(listener, lastFailures)),
                        new RequestMetrics(meters),
                        lastFailures,
                        nanos);
        context.getRegistry().bind("registry-breakers", breakers);
        context.getRegistry().bind("registry-guard", new GuardProcessor(table));
        context.getRegistry().bind("registry-token", new TokenProcessor(table, tokens));
        context.getRegistry().bind("registry-status", new StatusProcessor(clock::instant));
        context.getRegistry().bind("registry-answer", new AnswerProcessor());
    }

    /**
     * Binds what the route template names; to be called once, before routes load.
     *
     * @param configuration as it is now
     * @param nanos monotonic clock
     * @param listener hears how registries fare
     */
    public static RegistryClients bind(
            CamelContext context,
            Supplier<RegistryConfiguration> configuration,
            MeterRegistry meters,
            Clock clock,
            LongSupplier nanos,
            RegistryListener listener) {
        return bind(
                context, configuration, meters, clock, nanos, listener, RegistryTrust.SERVICE_CA);
    }

    static RegistryClients bind(
            CamelContext context,
            Supplier<RegistryConfiguration> configuration,
            MeterRegistry meters,
            Clock clock,
            LongSupplier nanos,
            RegistryListener listener,
            Path serviceCa) {
        return new RegistryClients(
                context, configuration, meters, clock, nanos, listener, serviceCa);
    }

    @Override
    public Optional<ModelRegistry> find(String id) {
        return Optional.ofNullable(clients.get(id)).map(client -> client.registry);
    }

    @Override
    public List<String> ids() {
        return clients.keySet().stream().sorted().toList();
    }

    /**
     * These registries may be called from now on, and no others. Needs the routes to be loaded. A
     * registry at another address counts as another one: its breaker starts anew. Calls under way
     * to one that is gone are given a second.
     *
     * @return ids of those that are new, are gone, or are reached in another way now
     */
    public synchronized Set<String> update(Collection<Registry> allowed) {
        Set<String> changed = new HashSet<>();
        Set<String> wanted = new HashSet<>();
        for (Registry registry : allowed) {
            wanted.add(registry.id());
            Optional<Registry> before = table.find(registry.id());
            if (before.equals(Optional.of(registry))
                    || registry.equals(withoutRoute.get(registry.id()))) {
                continue;
            }
            changed.add(registry.id());
            if (before.isPresent() && !before.get().baseUrl().equals(registry.baseUrl())) {
                remove(registry.id());
            }
            table.put(registry);
            if (!clients.containsKey(registry.id())) {
                add(registry);
            }
            warn(registry);
        }
        withoutRoute.keySet().retainAll(wanted);
        for (Registry known : table.all()) {
            if (!wanted.contains(known.id())) {
                changed.add(known.id());
                remove(known.id());
            }
        }
        return changed;
    }

    /**
     * Looks whether token and CA files have changed; to be called every few seconds. Connections
     * that were made by another trust are not used again.
     *
     * @return ids of registries whose refused calls may succeed now
     */
    public synchronized Set<String> credentialsChanged() {
        Set<String> changed = new HashSet<>();
        for (Registry registry : table.all()) {
            Client client = clients.get(registry.id());
            if (client == null) {
                continue;
            }
            FileStamp now = FileStamp.of(registry.settings().tokenFile());
            boolean tokenChanged = client.token != null && !client.token.equals(now);
            client.token = now;
            boolean trustChanged = client.trust.changed();
            if (trustChanged) {
                client.http.closeIdle();
            }
            if (trustChanged || tokenChanged) {
                changed.add(registry.id());
            }
        }
        return changed;
    }

    /** How each of them fares, sorted by id. */
    public List<RegistryStatus> statuses() {
        List<RegistryStatus> all = new ArrayList<>();
        for (Registry registry : table.all()) {
            all.add(status(registry, BREAKER.get(shared.breakers().state(registry.id()))));
        }
        withoutRoute.values().forEach(registry -> all.add(status(registry, "none")));
        all.sort(Comparator.comparing(RegistryStatus::id));
        return all;
    }

    private RegistryStatus status(Registry registry, String breaker) {
        return new RegistryStatus(
                registry.id(),
                registry.baseUrl().toString(),
                breaker,
                shared.breakers().outage(registry.id()),
                shared.lastFailures().find(registry.id()));
    }

    private void add(Registry registry) {
        String id = registry.id();
        withoutRoute.remove(id);
        BaseUrl base = registry.baseUrl();
        RegistryTrust trust = new RegistryTrust(() -> settings(registry), serviceCa);
        BoundedHttpClient http = httpClients.client(base, trust);
        try {
            routes.add(id, http);
        } catch (Exception e) { // Camel declares no more
            table.remove(id);
            withoutRoute.put(id, registry);
            LOG.error("registry {}: its route cannot be made, so it is not called", id, e);
            return;
        }
        Slots slots = new Slots(() -> bounds().maxInFlight(), workers, nanos);
        ApiCalls calls =
                new ApiCalls(
                        new Requests(id, shared, slots),
                        new ApiVersions(id, () -> settings(registry).api(), nanos),
                        this::bounds,
                        call -> {},
                        false);
        clients.put(id, new Client(new KubeflowModelRegistry(calls), http, trust));
        shared.metrics().watchBreaker(id, shared.breakers()::state);
        LOG.info("registry {}: {}", id, base);
    }

    private void remove(String id) {
        table.remove(id); // first: from now on nothing is sent
        clients.remove(id);
        try {
            routes.remove(id);
        } catch (Exception e) { // Camel declares no more
            LOG.error("registry {}: its route cannot be removed", id, e);
        }
        shared.breakers().forget(id);
        shared.lastFailures().forget(id);
        shared.metrics().forget(id);
    }

    private RegistrySettings settings(Registry made) {
        return table.find(made.id()).orElse(made).settings();
    }

    private CallBounds bounds() {
        return configuration.get().calls();
    }

    private static void warn(Registry registry) {
        if (registry.settings().insecureTls() && registry.baseUrl().encrypted()) {
            LOG.warn(
                    "registry {}: insecure-tls is on, so anybody between here and there can read"
                            + " and change what is sent",
                    registry.id());
        }
    }
}
