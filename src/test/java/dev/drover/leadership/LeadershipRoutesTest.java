package dev.drover.leadership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.kubernetes.WriteFence;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.CamelContext;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.ServiceStatus;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultComponent;
import org.apache.camel.support.DefaultConsumer;
import org.apache.camel.support.DefaultEndpoint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What routes do while Leases come and go. */
class LeadershipRoutesTest {
    private static final LeaseTimings SHORT =
            new LeaseTimings(
                    Duration.ofMillis(900), Duration.ofMillis(600), Duration.ofMillis(100));
    private static final Map<String, Object> HELD_BY_ANOTHER =
            Map.of(
                    "holderIdentity", "other",
                    "leaseDurationSeconds", 1,
                    "renewTime", "2026-11-30T08:00:00.000000Z");

    private final LeaseOnPaper lease = new LeaseOnPaper();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<LeadershipChange> changes = new CopyOnWriteArrayList<>();
    private final FlakyComponent flaky = new FlakyComponent();
    private CamelContext context;
    private Leadership leadership;

    @AfterEach
    void stop() {
        context.stop();
    }

    private void start(boolean elections) throws Exception {
        context = new DefaultCamelContext();
        context.addComponent("flaky", flaky);
        context.getShutdownStrategy().setTimeout(1);
        leadership =
                Leadership.bind(
                        context,
                        new LeadershipSettings(
                                List.of("weights"),
                                "drover-system",
                                Optional.empty(),
                                elections,
                                "me",
                                SHORT),
                        flow -> lease,
                        flow -> true,
                        meters);
        leadership.onChange(changes::add);
        context.addRoutes(
                new RouteBuilder() {
                    @Override
                    public void configure() {
                        // three triggers: whatever their order in the policy's set, one that
                        // throws has a neighbour that would be left behind
                        for (String id : List.of("weights-a", "weights-b", "weights-c")) {
                            from("flaky:" + id)
                                    .routeId(id)
                                    .routePolicyRef("weights-leader")
                                    .log("tick");
                        }
                        from("direct:weights-act").routeId("weights-act").log("act");
                    }
                });
        context.start();
    }

    private void awaitStatus(ServiceStatus status, String... routes) {
        for (String route : routes) {
            await().atMost(Duration.ofSeconds(8)).until(() -> status == status(route));
        }
    }

    private ServiceStatus status(String route) {
        return context.getRouteController().getRouteStatus(route);
    }

    private double gauge(String name) {
        return meters.get(name).tag("flow", "weights").gauge().value();
    }

    @Test
    void startsTheTriggersOnTakingOverAndStopsThemOnLosing() throws Exception {
        start(true);
        awaitStatus(ServiceStatus.Started, "weights-a", "weights-b", "weights-c");
        assertThat(leadership.leading("weights")).isTrue();
        assertThat(leadership.holder("weights")).contains("me");
        assertThat(gauge("drover_leader")).isEqualTo(1);
        assertThat(gauge("drover_lease_renew_age_seconds")).isBetween(0.0, 5.0);
        WriteFence fence =
                context.getRegistry().lookupByNameAndType("weights-fence", WriteFence.class);
        assertThat(fence.open()).isTrue();

        lease.edit(HELD_BY_ANOTHER);
        awaitStatus(ServiceStatus.Stopped, "weights-a", "weights-b", "weights-c");
        assertThat(status("weights-act")).isEqualTo(ServiceStatus.Started);
        assertThat(fence.open()).isFalse();

        awaitStatus(ServiceStatus.Started, "weights-a", "weights-b", "weights-c"); // term is over
        assertThat(meters.get("drover_leader_transitions_total").functionCounter().count())
                .isEqualTo(2);
        await().untilAsserted(
                        () ->
                                assertThat(changes)
                                        .extracting(LeadershipChange::leading)
                                        .startsWith(true, false, true));
        assertThat(changes.get(1).holder()).contains("other");
        assertThat(changes.get(0))
                .extracting(LeadershipChange::leaseName, LeadershipChange::leaseUid)
                .containsExactly("drover-weights", "uid-of-the-lease");
    }

    @Test
    void aStandbyHasItsTriggersStoppedAndNothingMissing() throws Exception {
        lease.edit(
                Map.of(
                        "holderIdentity", "other",
                        "leaseDurationSeconds", 3600,
                        "renewTime", "2026-11-30T08:00:00.000000Z"));
        start(true);
        await().until(() -> leadership.holder("weights").isPresent());
        assertThat(status("weights-a")).isEqualTo(ServiceStatus.Stopped);
        assertThat(leadership.routesNotStarted("weights")).isEmpty();
        assertThat(gauge("drover_leader")).isZero();
        assertThat(gauge("drover_lease_renew_age_seconds")).isNaN();
    }

    @Test
    void startsTheNeighboursOfARouteThatThrowsAndTriesThatOneAgain() throws Exception {
        flaky.broken = "weights-b";
        start(true);
        awaitStatus(ServiceStatus.Started, "weights-a", "weights-c");
        await().until(() -> leadership.routesNotStarted("weights").containsKey("weights-b"));
        assertThat(gauge("drover_routes_not_started")).isEqualTo(1);

        flaky.broken = "";
        awaitStatus(ServiceStatus.Started, "weights-b"); // within a round of 5 s
        await().until(() -> leadership.routesNotStarted("weights").isEmpty());

        // the policy did not start it and would not stop it
        lease.edit(HELD_BY_ANOTHER);
        awaitStatus(ServiceStatus.Stopped, "weights-a", "weights-b", "weights-c");
    }

    @Test
    void removingAndReplacingRoutesKeepsTheLease() throws Exception {
        start(true);
        awaitStatus(ServiceStatus.Started, "weights-a", "weights-b", "weights-c");
        Object transitions = lease.spec().get("leaseTransitions");
        for (String id : List.of("weights-a", "weights-b", "weights-c")) {
            context.getRouteController().stopRoute(id);
            context.removeRoute(id);
        }
        assertThat(leadership.leading("weights")).isTrue();
        assertThat(lease.holder()).contains("me");
        assertThat(lease.spec().get("leaseTransitions")).isEqualTo(transitions);
        assertThat(leadership.fence("weights").open()).isTrue();
    }

    @Test
    void releasesTheLeaseWhenTheContextStops() throws Exception {
        start(true);
        awaitStatus(ServiceStatus.Started, "weights-a");
        context.stop();
        assertThat(lease.holder()).isEmpty();
        assertThat(leadership.fence("weights").open()).isFalse();
    }

    @Test
    void leadsWithoutALeaseWhenElectionsAreOff() throws Exception {
        start(false);
        awaitStatus(ServiceStatus.Started, "weights-a", "weights-b", "weights-c");
        assertThat(leadership.fence("weights").open()).isTrue();
        assertThat(lease.spec()).isEmpty();
        assertThat(lease.writes).isZero();
        assertThat(gauge("drover_leader")).isEqualTo(1);
    }

    /** Endpoints whose consumers throw on start while they are named as broken. */
    private static final class FlakyComponent extends DefaultComponent {
        volatile String broken = "";
        final AtomicInteger starts = new AtomicInteger();

        @Override
        protected Endpoint createEndpoint(String uri, String rest, Map<String, Object> options) {
            return new DefaultEndpoint(uri, this) {
                @Override
                public Producer createProducer() {
                    throw new UnsupportedOperationException();
                }

                @Override
                public Consumer createConsumer(Processor processor) {
                    return new DefaultConsumer(this, processor) {
                        @Override
                        protected void doStart() throws Exception {
                            starts.incrementAndGet();
                            if (rest.equals(broken)) {
                                throw new IllegalStateException("not today");
                            }
                            super.doStart();
                        }
                    };
                }
            };
        }
    }
}
