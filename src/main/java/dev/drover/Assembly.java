package dev.drover;

import dev.drover.config.Configuration;
import dev.drover.config.ConfigurationMetrics;
import dev.drover.config.ConfigurationWatch;
import dev.drover.config.DroverKeys;
import dev.drover.intents.EventRecorder;
import dev.drover.intents.Ledger;
import dev.drover.intents.Notice;
import dev.drover.intents.Platform;
import dev.drover.intents.QueuedEventRecorder;
import dev.drover.intents.ReconcileEvents;
import dev.drover.intents.UnknownModes;
import dev.drover.kubernetes.KubernetesClients;
import dev.drover.kubernetes.ResourcesComponent;
import dev.drover.leadership.Leadership;
import dev.drover.leadership.LeadershipChange;
import dev.drover.routing.FlowNames;
import dev.drover.routing.Routes;
import dev.drover.routing.RoutesMetrics;
import dev.drover.status.StatusMetrics;
import dev.drover.status.page.StatusHeaders;
import dev.drover.status.page.StatusProcessor;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.camel.CamelContext;
import org.apache.camel.component.micrometer.MicrometerConstants;
import org.apache.camel.main.BaseMainSupport;
import org.apache.camel.main.MainListenerSupport;

/**
 * Puts the parts of the process together: what routes and components look up in the Camel registry
 * is bound here before they load, in the order in which they need one another. Nothing here waits
 * for the cluster.
 */
final class Assembly extends MainListenerSupport {
    private static final int LEDGER_ENTRIES = 20_000;

    private final Configuration configuration;
    private final Settings settings;
    private final Logging logging;
    private final List<FlowPart<?>> running;
    private final Map<String, Ledger> ledgers = new LinkedHashMap<>();
    private final MeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Clock clock = Clock.systemUTC();
    private final LongSupplier nanos = System::nanoTime;
    private Health health;
    private Routes routes;
    private PodEvents podEvents;
    private KubernetesClient client;
    private KubernetesClient leaseClient;

    Assembly(Configuration configuration, Settings settings, Logging logging) {
        this.configuration = configuration;
        this.settings = settings;
        this.logging = logging;
        this.running =
                Flows.ALL.stream().filter(it -> settings.flows().contains(it.name())).toList();
    }

    @Override
    public void beforeConfigure(BaseMainSupport main) {
        CamelContext context = main.getCamelContext();
        StartBlock.log(configuration, settings, context);
        StatusMetrics.giveBuckets(meters);
        context.getRegistry().bind(MicrometerConstants.METRICS_REGISTRY_NAME, meters);
        client =
                new KubernetesClients(meters, nanos)
                        .create("kubernetes", settings.requestTimeout());
        // for kubernetes-secrets, which would make one of its own otherwise
        context.getRegistry().bind("kubernetes-client", KubernetesClient.class, client);
        leaseClient =
                new KubernetesClients(meters, nanos)
                        .create("lease", settings.leases().requestTimeout());
        try {
            assemble(context);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void assemble(CamelContext context) throws Exception {
        ResourcesComponent resources = resources(context);
        QueuedEventRecorder events =
                new QueuedEventRecorder(
                        client, settings.podName(), settings.events(), meters, clock, nanos);
        context.addService(events);
        resources.setPassListener(new ReconcileEvents(events).andThen(new UnknownModes(events)));
        podEvents = new PodEvents(settings.pod(), events);
        Leadership leadership =
                Leadership.bind(
                        context,
                        settings.leadership(),
                        leaseClient,
                        flow -> known(flow, resources),
                        meters);
        leadership.onChange(change -> announce(change, events));
        for (FlowPart<?> flow : running) {
            bind(flow, context, resources, leadership, events);
        }
        health = new Health(context.getRegistry());
        health.informers(resources, settings.disconnectedAfter());
        health.workers(resources, settings.stuckWorker());
        health.configuration(watchConfiguration(context));
        List<RunningFlow> flows =
                settings.flows().stream()
                        .map(
                                flow ->
                                        new RunningFlow(
                                                flow,
                                                context,
                                                leadership,
                                                settings.mode(),
                                                resources))
                        .toList();
        flows.forEach(health::flow);
        context.getRegistry().bind("status-headers", new StatusHeaders());
        context.getRegistry()
                .bind(
                        "status-answer",
                        new StatusProcessor(status(context, resources, leadership, flows)));
        StatusMetrics.bind(
                meters, flows, Version.current(), Version.revision(), context.getVersion());
    }

    private ProcessStatus status(
            CamelContext context,
            ResourcesComponent resources,
            Leadership leadership,
            List<RunningFlow> flows) {
        return new ProcessStatus(
                context, configuration, resources, leadership, () -> routes, flows, ledgers, nanos);
    }

    private ResourcesComponent resources(CamelContext context) {
        ResourcesComponent resources = new ResourcesComponent();
        resources.setKubernetesClient(client);
        resources.setMeterRegistry(meters);
        resources.setNamespaces(String.join(",", settings.namespaces()));
        resources.setMaxConflicts(configuration.get(DroverKeys.MAX_CONFLICTS));
        resources.setRelist(configuration.get(DroverKeys.RELIST));
        resources.setWarmStandby(configuration.get(DroverKeys.WARM_STANDBY));
        resources.setRequestTimeout(settings.requestTimeout());
        resources.setWriteTimeout(settings.writeTimeout());
        context.addComponent("kubernetes-resources", resources);
        return resources;
    }

    private boolean known(String flow, ResourcesComponent resources) {
        return running.stream()
                .filter(it -> it.name().equals(flow))
                .flatMap(it -> it.resources().apply(configuration).stream())
                .allMatch(path -> resources.cache(path).synced());
    }

    private <C> void bind(
            FlowPart<C> flow,
            CamelContext context,
            ResourcesComponent resources,
            Leadership leadership,
            EventRecorder events) {
        flow.bind()
                .accept(
                        context,
                        new Platform<>(
                                resources::cache,
                                configuration.live(flow.settings()),
                                settings.mode(),
                                leadership.fence(flow.name()),
                                task -> onLoss(leadership, flow.name(), task),
                                events,
                                ledgers.computeIfAbsent(
                                        flow.name(),
                                        name ->
                                                new Ledger(
                                                        LEDGER_ENTRIES,
                                                        configuration.get(
                                                                DroverKeys.STATUS_HISTORY))),
                                meters,
                                settings.objectSeries(),
                                clock,
                                nanos));
    }

    private static void onLoss(Leadership leadership, String flow, Runnable task) {
        leadership.onChange(
                change -> {
                    if (change.flow().equals(flow) && !change.leading()) {
                        task.run();
                    }
                });
    }

    /** Loads the routes: by now their beans are bound and their components configured. */
    @Override
    public void afterConfigure(BaseMainSupport main) {
        routes =
                new Routes(
                        main.getCamelContext(),
                        configuration.get(DroverKeys.ROUTES_DIRECTORY),
                        FlowNames.of(configuration),
                        clock);
        new RoutesMetrics(routes).bindTo(meters);
        health.routes(routes);
        routes.onLoad(podEvents::routes);
        try {
            routes.load().addTo(main.getCamelContext());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private ConfigurationWatch watchConfiguration(CamelContext context) {
        ConfigurationWatch watch = new ConfigurationWatch(configuration, clock);
        new ConfigurationMetrics(watch).bindTo(meters);
        watch.onReload(reload -> logging.apply(configuration));
        watch.onReload(reload -> podEvents.configuration(watch.status()));
        watch.start(
                context.getExecutorServiceManager()
                        .newSingleThreadScheduledExecutor(this, "drover-config"));
        return watch;
    }

    private static void announce(LeadershipChange change, EventRecorder events) {
        if (change.leading() && !change.leaseUid().isEmpty()) {
            events.record(
                    change.flow(),
                    new Notice(
                            new Notice.ObjectReference(
                                    "coordination.k8s.io/v1",
                                    "Lease",
                                    change.leaseNamespace(),
                                    change.leaseName(),
                                    change.leaseUid()),
                            Notice.Type.NORMAL,
                            "LeaderElected",
                            "LeadFlow",
                            change.holder().orElse("unknown")
                                    + " leads the flow "
                                    + change.flow()));
        }
    }

    @Override
    public void afterStop(BaseMainSupport main) {
        leaseClient.close();
        client.close();
    }
}
