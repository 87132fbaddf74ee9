package dev.drover.registry.client;

import dev.drover.gate.RouteCoverage;
import dev.drover.registry.api.ModelRegistry;
import dev.drover.registry.discovery.RegistryDirectory;
import dev.drover.registry.settings.RegistryConfiguration;
import dev.drover.registry.settings.RegistryKeys;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;

/** The clients of registries with the real route template in a context of their own. */
final class ClientRig implements AutoCloseable {
    static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    final DefaultCamelContext context = new DefaultCamelContext();
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final List<String> news = new CopyOnWriteArrayList<>();
    final AtomicLong skippedNanos = new AtomicLong();
    final RegistryClients clients;
    private final Map<String, String> keys = new HashMap<>();
    private volatile RegistryConfiguration configuration;

    /** {@code keys} are environment variables without {@code DROVER_REGISTRY_}. */
    ClientRig(Map<String, String> keys) throws Exception {
        this(keys, Path.of("no-service-ca.crt"));
    }

    ClientRig(Map<String, String> keys, Path serviceCa) throws Exception {
        this.keys.putAll(Map.of("AUTH", "none", "DEADLINE", "2s", "RESPONSE_TIMEOUT", "2s"));
        this.keys.putAll(keys);
        configuration = configuration();
        RouteCoverage.watch(context);
        context.setStreamCaching(false);
        clients =
                RegistryClients.bind(
                        context,
                        () -> configuration,
                        meters,
                        Clock.fixed(NOW, ZoneOffset.UTC),
                        () -> System.nanoTime() + skippedNanos.get(),
                        new News(),
                        serviceCa);
        PluginHelper.getRoutesLoader(context)
                .loadRoutes(
                        ResourceHelper.resolveResource(
                                context, "classpath:routes/registry/registry-request.camel.yaml"));
        context.start();
        apply(Map.of());
    }

    /** One registry with the id {@code ml} at this address. */
    static ClientRig at(String url) throws Exception {
        return new ClientRig(Map.of("AT_ML_URL", url));
    }

    /** Puts edited keys into force. */
    void apply(Map<String, String> edited) {
        keys.putAll(edited);
        configuration = configuration();
        clients.update(RegistryDirectory.of(configuration, List.of()).registries());
    }

    /** The registry {@code ml}. */
    ModelRegistry registry() {
        return registry("ml");
    }

    ModelRegistry registry(String id) {
        return clients.find(id).orElseThrow();
    }

    /** As if time had passed. */
    void skip(Duration time) {
        skippedNanos.addAndGet(time.toNanos());
    }

    double counted(String metric, String... tags) {
        return meters.find(metric).tags(tags).counters().stream()
                .mapToDouble(it -> it.count())
                .sum();
    }

    private RegistryConfiguration configuration() {
        Map<String, String> variables = new HashMap<>();
        keys.forEach((key, value) -> variables.put("DROVER_REGISTRY_" + key, value));
        return RegistryConfiguration.of(RegistryKeys.SCHEMA.values(variables));
    }

    @Override
    public void close() {
        context.stop();
    }

    private final class News implements RegistryListener {
        @Override
        public void unavailable(String registry, String cause) {
            news.add(registry + " unavailable: " + cause);
        }

        @Override
        public void available(String registry, Duration after) {
            news.add(registry + " available after " + after.toSeconds() + "s");
        }
    }
}
