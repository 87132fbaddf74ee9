package dev.drover.leadership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two replicas and one Lease at an API server. Run against the double and against the real one. */
@Timeout(60)
abstract class LeaseScenarios {
    /** As short as whole seconds of a Lease allow; the shape is that of 15 s, 10 s, 2 s. */
    static final LeaseTimings SHORT =
            new LeaseTimings(
                    Duration.ofSeconds(2), Duration.ofMillis(1300), Duration.ofMillis(260));

    private final List<CamelContext> contexts = new ArrayList<>();
    private final List<KubernetesClient> clients = new ArrayList<>();
    private final ScheduledExecutorService sampler = Executors.newSingleThreadScheduledExecutor();
    private final AtomicInteger mostLeaders = new AtomicInteger();
    private Leadership a;
    private Leadership b;

    /** A new client, as a replica has it. */
    abstract KubernetesClient client();

    abstract String namespace();

    @AfterEach
    void stop() {
        sampler.shutdownNow();
        contexts.forEach(CamelContext::stop);
        clients.forEach(KubernetesClient::close);
    }

    private Leadership replica(String identity) throws Exception {
        DefaultCamelContext context = new DefaultCamelContext();
        contexts.add(context);
        KubernetesClient client = client();
        clients.add(client);
        client.getConfiguration().setRequestTimeout((int) SHORT.requestTimeout().toMillis());
        Leadership leadership =
                Leadership.bind(
                        context,
                        new LeadershipSettings(
                                List.of("weights"),
                                namespace(),
                                Optional.of("east"),
                                true,
                                identity,
                                SHORT),
                        client,
                        flow -> true,
                        new SimpleMeterRegistry());
        context.start();
        return leadership;
    }

    private void twoReplicas() throws Exception {
        a = replica("a_11111111");
        await().until(() -> a.fence("weights").open());
        b = replica("b_22222222");
        await().until(() -> b.holder("weights").isPresent());
        assertThat(b.holder("weights")).contains("a_11111111");
        var unused = sampler.scheduleAtFixedRate(this::count, 0, 2, TimeUnit.MILLISECONDS);
    }

    private void count() {
        int open = (a.fence("weights").open() ? 1 : 0) + (b.fence("weights").open() ? 1 : 0);
        mostLeaders.accumulateAndGet(open, Math::max);
    }

    private Resource<GenericKubernetesResource> lease() {
        return clients.get(0)
                .genericKubernetesResources("coordination.k8s.io/v1", "Lease")
                .inNamespace(namespace())
                .withName("drover-weights-east");
    }

    private Map<String, Object> spec() {
        return Optional.ofNullable(lease().get())
                .<Map<String, Object>>map(found -> found.get("spec"))
                .orElse(Map.of());
    }

    @Test
    void handsOverWithinASecondWhenTheLeaderIsStopped() throws Exception {
        twoReplicas();
        int transitions = (int) spec().get("leaseTransitions");
        long began = System.nanoTime();
        contexts.get(0).stop();
        await().pollInterval(Duration.ofMillis(5)).until(() -> b.fence("weights").open());
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(1));
        assertThat(spec())
                .containsEntry("holderIdentity", "b_22222222")
                .containsEntry("leaseTransitions", transitions + 1);
        assertThat(mostLeaders.get()).isEqualTo(1);
    }

    @Test
    void leavesAReleasedLeaseBehind() throws Exception {
        a = replica("a_11111111");
        await().until(() -> a.fence("weights").open());
        contexts.get(0).stop();
        assertThat(spec()).doesNotContainKey("holderIdentity").containsKey("renewTime");
    }

    @Test
    void aReplicaThatRestartsInTheSamePodTakesItsLeaseBackAtOnce() throws Exception {
        a = replica("a_11111111");
        await().until(() -> a.fence("weights").open());
        Object transitions = spec().get("leaseTransitions");
        Leadership restarted = replica("a_11111111"); // the first one was killed, so to say
        await().atMost(Duration.ofSeconds(1)).until(() -> restarted.fence("weights").open());
        assertThat(spec().get("leaseTransitions")).isEqualTo(transitions);
    }

    @ParameterizedTest(name = "O17: {0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "holder overwritten  | {'spec':{'holderIdentity':'nobody'}}",
                "duration ten years  | {'spec':{'leaseDurationSeconds':315360000}}",
                "taken for ten years |"
                        + " {'spec':{'holderIdentity':'x','leaseDurationSeconds':315360000}}",
                "renewTime missing   | {'spec':{'renewTime':null}}",
                "duration missing    | {'spec':{'leaseDurationSeconds':null}}",
                "all fields missing  | {'spec':{'leaseDurationSeconds':null,'renewTime':null,"
                        + "'acquireTime':null,'leaseTransitions':null}}",
                "spec missing        | {'spec':null}",
            })
    void survivesWhatPeopleDoToALease(String what, String patch) throws Exception {
        twoReplicas();
        lease().patch(PatchContext.of(PatchType.JSON_MERGE), patch.replace('\'', '"'));
        awaitOneLeader();
    }

    @Test
    void survivesTheDeletionOfTheLease() throws Exception {
        twoReplicas();
        lease().delete();
        awaitOneLeader();
    }

    /** Within four terms somebody leads, the Lease is well-formed, and never did two lead. */
    private void awaitOneLeader() {
        await().atMost(SHORT.duration().multipliedBy(4))
                .untilAsserted(
                        () -> {
                            assertThat(spec().get("holderIdentity"))
                                    .isIn("a_11111111", "b_22222222");
                            assertThat(spec())
                                    .containsEntry("leaseDurationSeconds", 2)
                                    .containsKeys("renewTime", "acquireTime", "leaseTransitions");
                            assertThat(a.leading("weights")).isNotEqualTo(b.leading("weights"));
                        });
        assertThat(mostLeaders.get()).isEqualTo(1);
    }
}
