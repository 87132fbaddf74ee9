package dev.drover.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.intents.Notice;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.weights.polling.PollSchedule;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Health checks from a provider's configuration to what people see, on the shipped routes. */
@Timeout(60)
class HealthRoutesTest {
    private static final String[] EVERY_SECOND = {
        "healthCheck: enabled",
        "healthCheck.interval: 1s",
        "healthCheck.timeout: 500ms",
        "healthCheck.failureThreshold: \"2\"",
        "healthCheck.successThreshold: \"1\""
    };

    @Test
    void tellsWhenAnEndpointGoesAndComesBack() throws Exception {
        ServerSocket server = listen(0);
        int port = server.getLocalPort();
        try (ReconcileFixture drover = new ReconcileFixture(true)) {
            probed(drover, "cluster-b", "127.0.0.1", port);
            probed(drover, "cluster-c", "127.0.0.1", port);
            drover.start();
            drover.createModel(50, 50);
            soon().until(() -> reasons(drover, "cluster-b").equals(List.of("ClusterHealthy")));
            assertThat(drover.bean("probe-schedule", PollSchedule.class).getEntries())
                    .as("both providers agree, so one prober does")
                    .isEqualTo(1);
            soon().until(() -> health(drover).equals("healthy"));

            assertThat(attributes("type=services,name=HealthView", "States"))
                    .anySatisfy(
                            states ->
                                    assertThat((List<?>) states)
                                            .asString()
                                            .contains("team-a/cluster-b HEALTHY"));
            assertThat(attributes("type=processors,name=\"weights-probe-tick-due\"", "Entries"))
                    .contains(1);

            server.close();
            soon().until(
                            () ->
                                    reasons(drover, "cluster-b")
                                            .equals(List.of("ClusterHealthy", "ClusterUnhealthy")));
            soon().until(() -> health(drover).equals("unhealthy"));
            assertThat(drover.lines.seen())
                    .contains(
                            ("WARNING Provider cluster-b: Unhealthy (was Healthy):"
                                            + " 2 failed probes of 127.0.0.1:%d, last: connection"
                                            + " refused")
                                    .formatted(port));
            assertThat(gauge(drover, "cluster-b", "unhealthy")).isTrue();
            assertThat(gauge(drover, "cluster-b", "healthy")).isFalse();

            try (ServerSocket again = listen(port)) {
                soon().until(() -> reasons(drover, "cluster-b").size() == 3);
                soon().until(() -> health(drover).equals("healthy"));
                assertThat(drover.lines.seen())
                        .contains("INFO Provider cluster-b: Healthy (was" + " Unhealthy)");
                assertThat(
                                drover.meters
                                        .get("drover.weights.probes")
                                        .tag("outcome", "failed")
                                        .counter()
                                        .count())
                        .isGreaterThanOrEqualTo(2);
            }
        }
    }

    @Test
    void anUnreachableClusterGetsNoTrafficAndComesBackByARamp() throws Exception {
        ServerSocket reachable = listen(0);
        int port = reachable.getLocalPort();
        try (ServerSocket other = listen(0);
                ReconcileFixture drover = new ReconcileFixture(true)) {
            probed(drover, "cluster-b", "127.0.0.1", port);
            probed(drover, "cluster-c", "127.0.0.1", other.getLocalPort());
            drover.start();
            drover.createModel(50, 50);
            soon().until(() -> health(drover).equals("healthy"));
            assertThat(drover.weights()).containsExactly(50, 50);

            reachable.close();
            soon().until(() -> drover.weights().equals(List.of(0, 100)));
            assertThat(drover.model().at("/metadata/annotations").toString())
                    .contains("\\\"zero\\\":\\\"unhealthy\\\"");

            try (ServerSocket again = listen(port)) {
                soon().until(() -> drover.weights().get(0) > 0);
                assertThat(drover.weights().get(0)).as("first stage of a ramp").isLessThan(20);
            }
        }
    }

    @Test
    void neitherProbesWhatIsDeniedNorCallsItUnhealthy() throws Exception {
        try (ReconcileFixture drover = new ReconcileFixture(true)) {
            drover.createProbedProvider("cluster-b", "remote-maas", "169.254.1.1", EVERY_SECOND);
            drover.createProbedProvider("cluster-c", "openai", "127.0.0.1", EVERY_SECOND);
            drover.start();
            drover.createModel(50, 50);

            soon().until(() -> reasons(drover, "cluster-b").contains("InvalidProviderConfig"));
            soon().until(() -> reasons(drover, "cluster-c").contains("HealthCheckIgnored"));
            assertThat(drover.events)
                    .anySatisfy(
                            event ->
                                    assertThat(event.note())
                                            .contains("169.254.1.1:443 is not probed")
                                            .contains("denied-networks"));
            assertThat(gauge(drover, "cluster-b", "unknown")).isTrue();
            assertThat(
                            drover.meters
                                    .find("drover.weights.probes")
                                    .tag("outcome", "failed")
                                    .counter()
                                    .count())
                    .isZero();
        }
    }

    @Test
    void aProbeThatBreaksSaysNothingOfTheEndpoint() throws Exception {
        AtomicInteger broken = new AtomicInteger();
        try (ReconcileFixture drover = new ReconcileFixture(true)) {
            drover.replace(
                    "probe-connect",
                    exchange -> {
                        broken.incrementAndGet();
                        throw new IllegalStateException("a fault of a user's step");
                    });
            probed(drover, "cluster-b", "127.0.0.1", 1);
            probed(drover, "cluster-c", "127.0.0.1", 1);
            drover.start();
            drover.createModel(50, 50);

            soon().until(() -> broken.get() >= 3); // the threshold is two failures
            assertThat(health(drover)).isEqualTo("unknown");
            assertThat(reasons(drover, "cluster-b")).isEmpty();
        }
    }

    @Test
    void stopsProbingWithTheLastModelAndItsSeriesGo() throws Exception {
        try (ServerSocket server = listen(0);
                ReconcileFixture drover = new ReconcileFixture(true)) {
            probed(drover, "cluster-b", "127.0.0.1", server.getLocalPort());
            probed(drover, "cluster-c", "127.0.0.1", server.getLocalPort());
            drover.start();
            drover.createModel(50, 50);
            PollSchedule<?> schedule = drover.bean("probe-schedule", PollSchedule.class);
            soon().until(() -> schedule.getEntries() == 1);

            drover.api.delete("externalmodels", "team-a", "llama");
            soon().until(() -> schedule.getEntries() == 0);
            assertThat(drover.meters.find("drover.weights.provider.health").gauges()).isEmpty();
        }
    }

    private static void probed(ReconcileFixture drover, String name, String endpoint, int port) {
        String[] config = new String[EVERY_SECOND.length + 1];
        System.arraycopy(EVERY_SECOND, 0, config, 0, EVERY_SECOND.length);
        config[EVERY_SECOND.length] = "healthCheck.port: \"" + port + "\"";
        drover.createProbedProvider(name, "remote-maas", endpoint, config);
    }

    /** What the last decision was told of the first ref. */
    private static String health(ReconcileFixture drover) {
        return drover.flow()
                .explain(new ObjectKey("team-a", "llama"))
                .map(model -> model.refs().get(0).health())
                .orElse("none");
    }

    /** Of whatever contexts run in this JVM. */
    private static List<Object> attributes(String keys, String attribute) throws Exception {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        List<Object> values = new ArrayList<>();
        for (ObjectName name :
                beans.queryNames(new ObjectName("org.apache.camel:context=*," + keys), null)) {
            values.add(beans.getAttribute(name, attribute));
        }
        return values;
    }

    private static List<String> reasons(ReconcileFixture drover, String provider) {
        return drover.events.stream()
                .filter(event -> provider.equals(event.regarding().name()))
                .map(Notice::reason)
                .toList();
    }

    private static boolean gauge(ReconcileFixture drover, String provider, String state) {
        return Optional.ofNullable(
                        drover.meters
                                .find("drover.weights.provider.health")
                                .tag("provider", provider)
                                .tag("state", state)
                                .gauge())
                .isPresent();
    }

    private static ServerSocket listen(int port) throws IOException {
        return new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
    }

    private static ConditionFactory soon() {
        return await().atMost(20, TimeUnit.SECONDS);
    }
}
