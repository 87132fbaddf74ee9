package dev.drover;

import dev.drover.config.Configuration;
import dev.drover.config.DroverKeys;
import dev.drover.config.DroverKeys.EventsMode;
import dev.drover.config.DroverKeys.GlobalMode;
import dev.drover.intents.Mode;
import dev.drover.intents.Notice;
import dev.drover.leadership.LeadershipSettings;
import dev.drover.leadership.LeaseIdentity;
import dev.drover.leadership.LeaseTimings;
import dev.drover.status.ManagementPort;
import dev.drover.status.page.StatusPort;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The configuration, in the words of the parts that are made from it. */
final class Settings {
    private final Configuration configuration;
    private final Map<String, String> environment;
    private final Supplier<Mode> mode;
    private final String identity;
    private final boolean statusServed;

    Settings(Configuration configuration, Map<String, String> environment) {
        this.configuration = configuration;
        this.environment = environment;
        this.identity = LeaseIdentity.of(environment); // once: without a pod it is partly random
        this.statusServed = StatusPort.served(configuration);
        this.mode =
                configuration.live(
                        values ->
                                values.get(DroverKeys.MODE) == GlobalMode.OBSERVE
                                        ? Mode.OBSERVE
                                        : Mode.APPLY);
    }

    /** Flows of the configuration that this build has. */
    List<String> flows() {
        return configuration.get(DroverKeys.FLOWS).stream()
                .filter(Flows.names()::contains)
                .toList();
    }

    /** Flows that were asked for in words and that this build does not have. */
    List<String> absentFlows() {
        boolean asked =
                configuration.effective().stream()
                        .anyMatch(
                                value ->
                                        value.name().equals(DroverKeys.FLOWS.name())
                                                && value.differs());
        return configuration.get(DroverKeys.FLOWS).stream()
                .filter(flow -> asked && !Flows.names().contains(flow))
                .toList();
    }

    /** Watched namespaces; empty = all. */
    List<String> namespaces() {
        return configuration.get(DroverKeys.NAMESPACES);
    }

    Supplier<Mode> mode() {
        return mode;
    }

    /** Whether Kubernetes Events are sent; {@code auto} = unless nothing is written anyway. */
    BooleanSupplier events() {
        Supplier<EventsMode> events = configuration.live(values -> values.get(DroverKeys.EVENTS));
        return () ->
                switch (events.get()) {
                    case ON -> true;
                    case OFF -> false;
                    case AUTO -> mode.get() == Mode.APPLY;
                };
    }

    Supplier<Duration> disconnectedAfter() {
        return configuration.live(values -> values.get(DroverKeys.HEALTH_DISCONNECTED_AFTER));
    }

    Supplier<Duration> stuckWorker() {
        return configuration.live(values -> values.get(DroverKeys.HEALTH_STUCK_WORKER));
    }

    LeaseTimings leases() {
        return new LeaseTimings(
                configuration.get(DroverKeys.LEASE_DURATION),
                configuration.get(DroverKeys.LEASE_RENEW_DEADLINE),
                configuration.get(DroverKeys.LEASE_RETRY_PERIOD));
    }

    LeadershipSettings leadership() {
        return new LeadershipSettings(
                flows(),
                configuration.get(DroverKeys.NAMESPACE),
                Optional.of(configuration.get(DroverKeys.SHARD)).filter(shard -> !shard.isEmpty()),
                configuration.get(DroverKeys.LEADER_ELECTION),
                identity,
                leases());
    }

    /** The Pod that Drover is, if it knows which. */
    Optional<Notice.ObjectReference> pod() {
        String name = environment.getOrDefault("POD_NAME", "");
        String uid = environment.getOrDefault("POD_UID", "");
        String namespace =
                environment.getOrDefault("POD_NAMESPACE", configuration.get(DroverKeys.NAMESPACE));
        return name.isBlank() || uid.isBlank()
                ? Optional.empty()
                : Optional.of(new Notice.ObjectReference("v1", "Pod", namespace, name, uid));
    }

    /** The pod as Events name it. */
    String podName() {
        return environment.getOrDefault("POD_NAME", identity);
    }

    /** Most series that carry names of objects. */
    int objectSeries() {
        return configuration.get(DroverKeys.METRICS_PER_OBJECT)
                ? configuration.get(DroverKeys.METRICS_PER_OBJECT_LIMIT)
                : 0;
    }

    Duration requestTimeout() {
        return configuration.get(DroverKeys.KUBERNETES_REQUEST_TIMEOUT);
    }

    /** Whether the status page can be served. */
    boolean statusServed() {
        return statusServed;
    }

    Duration writeTimeout() {
        return configuration.get(DroverKeys.KUBERNETES_WRITE_TIMEOUT);
    }

    /** Drover's keys for placeholders in routes, and the keys of Camel that follow from them. */
    Properties camel() {
        Properties properties = configuration.asCamelProperties();
        properties.putAll(
                ManagementPort.properties(
                        configuration.get(DroverKeys.MANAGEMENT_PORT),
                        configuration.get(DroverKeys.JOLOKIA_ENABLED),
                        configuration.get(DroverKeys.JOLOKIA_USERS_FILE)));
        properties.putAll(
                statusServed
                        ? StatusPort.open(
                                configuration.get(DroverKeys.STATUS_BIND),
                                configuration.get(DroverKeys.STATUS_PORT))
                        : StatusPort.closed());
        properties.setProperty(
                "camel.main.shutdownTimeout",
                String.valueOf(configuration.get(DroverKeys.SHUTDOWN_TIMEOUT).toSeconds()));
        return properties;
    }
}
