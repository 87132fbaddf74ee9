package dev.drover.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/** A warm copy of the objects that one {@link InformerKey} selects. */
final class ResourceInformer implements ResourceCache {
    private final InformerKey key;
    private final ObjectStore store = new ObjectStore();
    private final SeenVersions versions = new SeenVersions();
    private final List<Subscriber> subscribers = new CopyOnWriteArrayList<>();
    private final LongSupplier nanoTime;

    ResourceInformer(
            KubernetesClient client,
            InformerKey key,
            UnaryOperator<GenericKubernetesResource> prune,
            InformerSettings settings,
            ScheduledExecutorService scheduler,
            Executor executor,
            MeterRegistry meters,
            LongSupplier nanoTime) {
        this.key = key;
        this.nanoTime = nanoTime;
    }

    InformerKey key() {
        return key;
    }

    /** Begins to list and watch. Returns at once whatever the cluster does. */
    void start() {}

    /** Ends everything; terminal. */
    void close() {}

    /** Lists anew now. */
    void relist(String cause) {}

    /** The subscriber hears of the objects that are there as INITIAL, then of every change. */
    synchronized void subscribe(Subscriber subscriber) {
        subscribers.add(subscriber);
        long now = nanoTime.getAsLong();
        store.list()
                .forEach(
                        object ->
                                subscriber.changed(
                                        ObjectKey.of(object), null, object, Change.INITIAL, now));
    }

    synchronized void unsubscribe(Subscriber subscriber) {
        subscribers.remove(subscriber);
    }

    /** Adds an index; one of the same name is replaced. */
    synchronized void addIndex(
            String name, Function<GenericKubernetesResource, Collection<String>> valuesOf) {
        store.addIndex(name, valuesOf);
    }

    @Override
    public Optional<GenericKubernetesResource> get(ObjectKey object) {
        return store.get(object);
    }

    @Override
    public List<GenericKubernetesResource> list() {
        return store.list();
    }

    @Override
    public Set<ObjectKey> byIndex(String index, String value) {
        return store.byIndex(index, value);
    }

    /** The resourceVersion that the cache holds. */
    Optional<String> version(ObjectKey object) {
        return get(object).map(found -> found.getMetadata().getResourceVersion());
    }

    /**
     * Completes once exactly this version of the object went through the cache, at once if it did
     * already. May never complete (a list can pass over a version): wait with a bound, then cancel.
     */
    CompletableFuture<Void> seen(ObjectKey object, String resourceVersion) {
        return versions.await(object, resourceVersion);
    }

    @Override
    public boolean synced() {
        return false;
    }

    @Override
    public boolean missing() {
        return false;
    }

    /** True if a decision may rest on the cache: synced, and not cut off for more than 10 s. */
    boolean fresh() {
        return false;
    }

    /** Since when nothing connects the cache with the server; zero while a watch is open. */
    Duration disconnectedFor() {
        return Duration.ZERO;
    }

    /** Age of the last event, bookmark or list. */
    Optional<Duration> lastEventAge() {
        return Optional.empty();
    }

    /** Lists begun since the start, the first one included. */
    long relists() {
        return 0;
    }

    /** Why the informer is not connected, as a sentence; empty when it is. */
    Optional<String> lastError() {
        return Optional.empty();
    }

    int size() {
        return store.size();
    }
}
