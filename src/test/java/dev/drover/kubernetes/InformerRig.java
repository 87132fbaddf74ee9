package dev.drover.kubernetes;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
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
                    2);

    record Told(ObjectKey key, String before, String now, Change change) {
        @Override
        public String toString() {
            return change + " " + key + " " + before + "->" + now;
        }
    }

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
        this.server = server;
        this.client =
                new KubernetesClients(meters, System::nanoTime)
                        .create(
                                "kubernetes",
                                Duration.ofSeconds(2),
                                new ConfigBuilder()
                                        .withAutoConfigure(false)
                                        .withMasterUrl(server.url())
                                        .withOnlyHttpWatches(transport == Transport.HTTP)
                                        .build());
        this.informers =
                new Informers(client, settings, scheduler, executor, meters, System::nanoTime);
        this.informer = informers.acquire(key, prune);
        this.informer.subscribe(
                (object, before, now, change, nanos) ->
                        told.add(new Told(object, note(before), note(now), change)));
    }

    static String note(GenericKubernetesResource object) {
        return object == null ? null : object.get("spec", "note");
    }

    InformerRig awaitWatching() {
        await().atMost(Duration.ofSeconds(10))
                .pollInterval(Duration.ofMillis(5))
                .until(
                        () ->
                                informer.synced()
                                        && informer.disconnectedFor().isZero()
                                        && server.watches() > 0);
        return this;
    }

    void awaitTold(String... last) {
        await().atMost(Duration.ofSeconds(10))
                .pollInterval(Duration.ofMillis(5))
                .until(
                        () -> {
                            List<String> lines = told.stream().map(Told::toString).toList();
                            return lines.size() >= last.length
                                    && lines.subList(lines.size() - last.length, lines.size())
                                            .equals(List.of(last));
                        });
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
