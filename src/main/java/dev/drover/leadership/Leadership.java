package dev.drover.leadership;

import dev.drover.kubernetes.WriteFence;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.cluster.ClusteredRoutePolicy;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.support.SimpleEventNotifierSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which flows this process leads; one per process. Binds, for every flow, {@code <flow>-leader}
 * (the route policy of its trigger routes) and {@code <flow>-fence} (the {@link WriteFence} of its
 * writes) in Camel's registry, so it must be made before routes are loaded.
 *
 * <p>Candidacies begin when the context has started and end when its routes have stopped: a Lease
 * is released only after the last pass has ended. See {@code DESIGN.md}.
 */
public final class Leadership {
    private static final Logger LOG = LoggerFactory.getLogger(Leadership.class);

    private final CamelContext context;
    private final LeadershipSettings settings;
    private final Predicate<String> ready;
    private final LongSupplier nanos = System::nanoTime;
    private final Map<String, FlowLeadership> flows = new LinkedHashMap<>();
    private final List<LeaseWatch> watches = new ArrayList<>();

    private Leadership(CamelContext context, LeadershipSettings settings, Predicate<String> ready) {
        this.context = context;
        this.settings = settings;
        this.ready = ready;
    }

    /**
     * Prepares the flows of {@code settings}; nothing is sent before the context has started.
     *
     * @param client of its own connections, without retries, with a timeout of {@link
     *     LeaseTimings#requestTimeout}: nothing may queue before a renewal. Closed by whoever made
     *     it, after the context has stopped; not used (may be null) without elections
     * @param ready asked for a flow until it says yes once: a process whose informers have not
     *     synced should not take the flow from one whose have
     */
    public static Leadership bind(
            CamelContext context,
            LeadershipSettings settings,
            KubernetesClient client,
            Predicate<String> ready,
            MeterRegistry meters)
            throws Exception {
        return bind(
                context,
                settings,
                flow ->
                        new KubernetesLeaseApi(
                                client,
                                settings.namespace(),
                                settings.leaseName(flow),
                                "drover-" + flow),
                ready,
                meters);
    }

    static Leadership bind(
            CamelContext context,
            LeadershipSettings settings,
            Function<String, LeaseApi> leases,
            Predicate<String> ready,
            MeterRegistry meters)
            throws Exception {
        Leadership leadership = new Leadership(context, settings, ready);
        leadership.prepare(leases, meters);
        return leadership;
    }

    /** Whether this process leads {@code flow}. For anything that writes, ask the fence instead. */
    public boolean leading(String flow) {
        return flow(flow).candidacy().status().leading();
    }

    /** Identity of the leader of {@code flow}, as last seen. */
    public Optional<String> holder(String flow) {
        return flow(flow).candidacy().status().holder();
    }

    /** The fence of {@code flow}, also bound as {@code <flow>-fence}. */
    public WriteFence fence(String flow) {
        return flow(flow).candidacy()::mayWrite;
    }

    /** Since the last good renewal was sent; empty when not leading or without elections. */
    public Optional<Duration> renewAge(String flow) {
        return flow(flow).renewAge();
    }

    /**
     * Routes of {@code flow} that should run here and do not, with the time for which that has been
     * seen (within 5 s). Empty on a standby.
     */
    public SortedMap<String, Duration> routesNotStarted(String flow) {
        return flow(flow).notStarted();
    }

    /**
     * Calls {@code observer} after every change, in order a flow, on the thread that also starts
     * and stops the flow's routes; it should not block.
     */
    public void onChange(Consumer<LeadershipChange> observer) {
        flows.values().forEach(flow -> flow.observe(observer));
    }

    private FlowLeadership flow(String name) {
        FlowLeadership flow = flows.get(name);
        if (flow == null) {
            throw new IllegalArgumentException(
                    "flow \"" + name + "\" does not run here; running: " + flows.keySet());
        }
        return flow;
    }

    private void prepare(Function<String, LeaseApi> leases, MeterRegistry meters) throws Exception {
        if (!settings.elections()) {
            LOG.warn(
                    "drover.leader-election=false: this process leads without a Lease; run one"
                            + " replica only");
        }
        ScheduledExecutorService timer = thread("drover-lease-timer");
        ScheduledExecutorService opener = thread("drover-lease-watch");
        Map<String, Candidacy> candidacies = new LinkedHashMap<>();
        for (String name : settings.flows()) {
            FlowLeadership flow =
                    new FlowLeadership(name, settings, thread("drover-leader-" + name), nanos);
            flows.put(name, flow);
            candidacies.put(
                    name,
                    settings.elections()
                            ? campaign(flow, name, leases.apply(name), timer, opener)
                            : new Unopposed(settings.identity(), flow::changed));
        }
        LeaseClusterService service = new LeaseClusterService(settings.identity(), candidacies);
        context.addService(service);
        for (String name : settings.flows()) {
            connect(name, service, candidacies.get(name));
            measure(flows.get(name), meters);
        }
        LifeCycle lifeCycle = new LifeCycle();
        lifeCycle.start();
        context.getManagementStrategy().addEventNotifier(lifeCycle);
    }

    private Candidacy campaign(
            FlowLeadership flow,
            String name,
            LeaseApi api,
            ScheduledExecutorService timer,
            ScheduledExecutorService opener) {
        LeaseElection election =
                new LeaseElection(
                        settings.identity(),
                        settings.timings(),
                        Clock.systemUTC(),
                        () -> ThreadLocalRandom.current().nextDouble(),
                        nanos.getAsLong());
        LeaseCampaign campaign =
                new LeaseCampaign(
                        name,
                        election,
                        api,
                        settings.timings(),
                        nanos,
                        timer,
                        () -> ready.test(name),
                        flow::changed);
        watches.add(new LeaseWatch(api, campaign::glimpsed, opener));
        return campaign;
    }

    private void connect(String name, LeaseClusterService service, Candidacy candidacy)
            throws Exception {
        // Held for the life of the process: when a route edit removes the last route of the
        // policy, the view must not stop, or the Lease would be given up.
        LeaseClusterView view = service.getView(name).unwrap(LeaseClusterView.class);
        ClusteredRoutePolicy policy = ClusteredRoutePolicy.forNamespace(service, name);
        policy.setCamelContext(context);
        FlowLeadership flow = flows.get(name);
        flow.connect(candidacy, view, new FlowRoutes(context, name, policy, nanos));
        context.getRegistry().bind(name + "-leader", policy);
        context.getRegistry().bind(name + "-fence", WriteFence.class, fence(name));
        context.addService(flow);
    }

    private void measure(FlowLeadership flow, MeterRegistry meters) {
        Gauge.builder("drover_leader", flow, f -> f.isLeading() ? 1 : 0)
                .tag("flow", flow.getFlow())
                .description("1 while leading here")
                .strongReference(true)
                .register(meters);
        FunctionCounter.builder(
                        "drover_leader_transitions_total", flow, FlowLeadership::getTransitions)
                .tag("flow", flow.getFlow())
                .description("How often this process became the leader")
                .register(meters);
        Gauge.builder(
                        "drover_lease_renew_age_seconds",
                        flow,
                        f -> f.renewAge().map(age -> age.toNanos() / 1e9).orElse(Double.NaN))
                .tag("flow", flow.getFlow())
                .description("Since the last successful renewal was sent; leader only")
                .strongReference(true)
                .register(meters);
        Gauge.builder("drover_routes_not_started", flow, f -> f.notStarted().size())
                .tag("flow", flow.getFlow())
                .description("Routes of the flow that should run here and do not")
                .strongReference(true)
                .register(meters);
    }

    private ScheduledExecutorService thread(String name) {
        return context.getExecutorServiceManager().newSingleThreadScheduledExecutor(this, name);
    }

    /**
     * Candidacies begin once the context has started, since starting routes meanwhile would clash.
     * Leases are released as soon as the routes have stopped, before slower parts of the context.
     */
    private final class LifeCycle extends SimpleEventNotifierSupport {
        @Override
        public boolean isEnabled(CamelEvent event) {
            return event instanceof CamelEvent.CamelContextStartedEvent
                    || event instanceof CamelEvent.CamelContextRoutesStoppedEvent;
        }

        @Override
        public void notify(CamelEvent event) {
            if (event instanceof CamelEvent.CamelContextStartedEvent) {
                flows.values().forEach(FlowLeadership::begin);
                watches.forEach(LeaseWatch::start);
                return;
            }
            watches.forEach(LeaseWatch::stop);
            flows.values().forEach(flow -> flow.candidacy().stop());
            flows.values().forEach(flow -> flow.candidacy().awaitRelease());
        }
    }
}
