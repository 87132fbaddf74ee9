package dev.drover.leadership;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedResource;
import org.apache.camel.support.service.ServiceSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What follows from one flow's Lease here: log line, listeners, routes. Camel's listeners start and
 * stop routes while they are told, so they have a thread of their own, never the renewing one.
 */
@ManagedResource(description = "Leadership of one flow")
public final class FlowLeadership extends ServiceSupport {
    private static final Logger LOG = LoggerFactory.getLogger(FlowLeadership.class);
    private static final Duration ROUND = Duration.ofSeconds(5);

    private final String flow;
    private final LeadershipSettings settings;
    private final ScheduledExecutorService listeners;
    private final LongSupplier nanos;
    private final AtomicLong transitions = new AtomicLong();
    private final List<Consumer<LeadershipChange>> observers = new CopyOnWriteArrayList<>();
    private volatile boolean led; // as last told; written by one election at a time

    // set once, before the candidacy starts
    private Candidacy candidacy;
    private LeaseClusterView view;
    private FlowRoutes routes;

    FlowLeadership(
            String flow,
            LeadershipSettings settings,
            ScheduledExecutorService listeners,
            LongSupplier nanos) {
        this.flow = flow;
        this.settings = settings;
        this.listeners = listeners;
        this.nanos = nanos;
    }

    void connect(Candidacy ownCandidacy, LeaseClusterView ownView, FlowRoutes ownRoutes) {
        this.candidacy = ownCandidacy;
        this.view = ownView;
        this.routes = ownRoutes;
    }

    /** Runs for the leadership; only once the context has started its other routes. */
    void begin() {
        Future<?> unused = // ends with the executor
                listeners.scheduleWithFixedDelay(
                        this::settle, ROUND.toMillis(), ROUND.toMillis(), TimeUnit.MILLISECONDS);
        candidacy.start();
    }

    /** The Lease's status changed; told by the election, so it only notes and enqueues. */
    void changed(LeaseStatus now) {
        if (now.leading() && !led) {
            transitions.incrementAndGet();
            LOG.info("{}: leading", flow);
        } else if (!now.leading()) {
            now.holder()
                    .filter(holder -> !holder.equals(settings.identity()))
                    .ifPresent(h -> LOG.info("{}: standing by, leader is {}", flow, h));
            if (led && !now.holder().filter(h -> !h.equals(settings.identity())).isPresent()) {
                LOG.info("{}: no longer leading", flow);
            }
        }
        led = now.leading();
        try {
            listeners.execute(() -> tell(now));
        } catch (RejectedExecutionException e) {
            LOG.debug("{}: change of leadership while stopping", flow);
        }
    }

    void observe(Consumer<LeadershipChange> observer) {
        observers.add(observer);
    }

    Candidacy candidacy() {
        return candidacy;
    }

    SortedMap<String, Duration> notStarted() {
        return routes.notStarted();
    }

    private void tell(LeaseStatus now) {
        LeadershipChange change =
                new LeadershipChange(
                        flow,
                        now.leading(),
                        now.holder(),
                        settings.namespace(),
                        getLease(),
                        now.uid());
        for (Consumer<LeadershipChange> observer : observers) {
            guard(() -> observer.accept(change));
        }
        guard(view::fire);
        routes.changed();
        settle();
    }

    private void settle() {
        guard(() -> routes.settle(candidacy.status().leading()));
    }

    /** Boundary: a listener that throws costs neither the others nor the next round. */
    private void guard(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            LOG.error("{}: a listener of the leadership failed", flow, e);
        }
    }

    @ManagedAttribute(description = "Flow")
    public String getFlow() {
        return flow;
    }

    @ManagedAttribute(description = "Whether this process leads the flow")
    public boolean isLeading() {
        return candidacy.status().leading();
    }

    @ManagedAttribute(description = "Who leads the flow, as far as known")
    public String getHolder() {
        return candidacy.status().holder().orElse("");
    }

    @ManagedAttribute(description = "Name under which this process holds Leases")
    public String getIdentity() {
        return settings.identity();
    }

    @ManagedAttribute(description = "Name of the Lease")
    public String getLease() {
        return settings.leaseName(flow);
    }

    @ManagedAttribute(description = "How often this process became the leader")
    public long getTransitions() {
        return transitions.get();
    }

    @ManagedAttribute(
            description = "Seconds since the last good renewal was sent; -1 when not leading")
    public double getRenewAgeSeconds() {
        return renewAge().map(age -> age.toNanos() / 1e9).orElse(-1.0);
    }

    @ManagedAttribute(description = "Routes of the flow that should run here and do not")
    public List<String> getRoutesNotStarted() {
        return List.copyOf(notStarted().keySet());
    }

    Optional<Duration> renewAge() {
        LeaseStatus status = candidacy.status();
        return status.leading() && settings.elections()
                ? Optional.of(Duration.ofNanos(nanos.getAsLong() - status.renewalSentNanos()))
                : Optional.empty();
    }
}
