package dev.drover.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/** An informer before a {@link FaultyApiServer}, with a log of what it told. */
final class InformerRig implements AutoCloseable {
    enum Transport {
        WEBSOCKET,
        HTTP
    }

    static final ResourceType MODELS = ResourceType.parse("tests.example.com/v1/models");

    /** Times so short that nothing waits, so long that a busy machine does not trip over them. */
    static final InformerSettings QUICK =
            new InformerSettings(
                    Duration.ofHours(1),
                    Duration.ofSeconds(60),
                    Duration.ofMillis(100),
                    Duration.ofMillis(20),
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(60),
                    2);

    record Told(ObjectKey key, String before, String now, Change change) {
        @Override
        public String toString() {
            return change + " " + key + " " + before + "->" + now;
        }
    }

    /** Added to the real time that the informer is told. */
    final AtomicLong skew = new AtomicLong();

    final FaultyApiServer server;
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final List<Told> told = new CopyOnWriteArrayList<>();
    final KubernetesClient client;
    final Informers informers;
    final ResourceInformer informer;
    private final ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(1);
    private final ExecutorService executor = Executors.newCachedThreadPool();

    InformerRig(FaultyApiServer server, Transport transport) {
        this(server, transport, QUICK, InformerKey.of(MODELS));
    }

    InformerRig(FaultyApiServer server, Transport transport, Duration keptUnused) {
        this(
                server,
                transport,
                new InformerSettings(
                        QUICK.relist(),
                        QUICK.stalledAfter(),
                        QUICK.missingPoll(),
                        QUICK.firstRetry(),
                        QUICK.openTimeout(),
                        keptUnused,
                        QUICK.pageSize()),
                InformerKey.of(MODELS));
    }

    InformerRig(
            FaultyApiServer server,
            Transport transport,
            InformerSettings settings,
            InformerKey key) {
        this(server, transport, settings, key, UnaryOperator.identity());
    }

    InformerRig(
            FaultyApiServer server,
            Transport transport,
            InformerSettings settings,
            InformerKey key,
            UnaryOperator<GenericKubernetesResource> prune) {
        this(
                server,
                new ConfigBuilder().withAutoConfigure(false).withMasterUrl(server.url()).build(),
                transport,
                settings,
                key,
                prune);
    }

    /** An informer before any server. */
    InformerRig(Config config, Transport transport, InformerSettings settings, InformerKey key) {
        this(null, config, transport, settings, key, UnaryOperator.identity());
    }

    private InformerRig(
            FaultyApiServer server,
            Config config,
            Transport transport,
            InformerSettings settings,
            InformerKey key,
            UnaryOperator<GenericKubernetesResource> prune) {
        this.server = server;
        config.setOnlyHttpWatches(transport == Transport.HTTP);
        this.client =
                new KubernetesClients(meters, System::nanoTime)
                        .create("kubernetes", Duration.ofSeconds(2), config);
        this.informers =
                new Informers(
                        client,
                        settings,
                        scheduler,
                        executor,
                        meters,
                        () -> System.nanoTime() + skew.get());
        this.informer = informers.acquire(key, prune);
        this.informer.subscribe(
                (object, before, now, change, nanos) ->
                        told.add(new Told(object, note(before), note(now), change)));
    }

    static String note(GenericKubernetesResource object) {
        return object == null ? null : object.get("spec", "note");
    }

    InformerRig awaitWatching() {
        eventually(
                () ->
                        informer.synced()
                                && informer.disconnectedFor().isZero()
                                && server.watches() > 0);
        return this;
    }

    static void eventually(Callable<Boolean> condition) {
        await().atMost(Duration.ofSeconds(10)).pollInterval(Duration.ofMillis(5)).until(condition);
    }

    /** The condition holds now and for a while: long enough for what must not happen. */
    static void holds(Callable<Boolean> condition) {
        await().during(Duration.ofMillis(400))
                .atMost(Duration.ofSeconds(10))
                .pollInterval(Duration.ofMillis(10))
                .until(condition);
    }

    /** Waits until these were the last things told. */
    void awaitTold(String... last) {
        await().atMost(Duration.ofSeconds(10))
                .pollInterval(Duration.ofMillis(5))
                .untilAsserted(() -> assertThat(lines()).endsWith(last));
    }

    List<String> lines() {
        return told.stream().map(Told::toString).toList();
    }

    double counted(String name, String cause) {
        var counter = meters.find(name).tag("cause", cause).counter();
        return counter == null ? 0 : counter.count();
    }

    @Override
    public void close() {
        informers.close();
        scheduler.shutdownNow();
        executor.shutdownNow();
        client.close();
    }
}
