package dev.drover.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.micrometer.core.instrument.Meter;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A warm copy of the objects that one {@link InformerKey} selects: finds out how the server serves
 * the kind, then runs a {@link Reflector} for each namespace. Nothing that the server does ends it;
 * a kind that is not served is waited for. Thread-safe.
 *
 * <p>Lock order: reflector, informer, objects. Nothing is sent under any of them.
 */
final class ResourceInformer implements ResourceCache {
    private static final Logger LOG = LoggerFactory.getLogger(ResourceInformer.class);

    private final InformerContext context;
    private final InformerKey key;
    private final UnaryOperator<GenericKubernetesResource> prune;
    private final InformerMetrics.Counters counters;
    private final ObservedObjects objects = new ObservedObjects();
    private final Presence presence;
    private volatile List<Reflector> reflectors = List.of(); // written under this
    private final Set<String> refused = ConcurrentHashMap.newKeySet(); // namespaces, by RBAC
    private volatile String lastError = "";
    private List<Meter> meters = List.of(); // guarded by this
    private boolean closed; // guarded by this

    /**
     * @param prune what is kept of an object, which it may change; managedFields are dropped anyway
     */
    ResourceInformer(
            InformerContext context,
            InformerKey key,
            UnaryOperator<GenericKubernetesResource> prune) {
        this.context = context;
        this.key = key;
        this.prune = prune;
        this.counters = context.metrics().counters(key);
        this.presence = new Presence(context, key.type(), new Discovered());
    }

    InformerKey key() {
        return key;
    }

    /** Begins to list and watch. Returns at once whatever the cluster does, and never throws. */
    synchronized void start() {
        meters = context.metrics().show(this);
        presence.look();
    }

    /** Ends everything; terminal. The cache keeps its last state. */
    void close() {
        List<Reflector> running;
        synchronized (this) {
            closed = true;
            running = reflectors;
            context.metrics().hide(meters);
        }
        presence.close();
        running.forEach(Reflector::close);
    }

    /**
     * Ends the watches and lists anew, at once. Differences reach the subscribers as RELISTED and
     * DELETED.
     *
     * @param cause one word for the metric
     */
    void relist(String cause) {
        reflectors.forEach(reflector -> reflector.relist(cause));
    }

    /** The subscriber hears of the objects that are there as INITIAL, then of every change. */
    void subscribe(Subscriber subscriber) {
        objects.subscribe(subscriber, context.nanoTime().getAsLong());
    }

    void unsubscribe(Subscriber subscriber) {
        objects.unsubscribe(subscriber);
    }

    /** Adds an index over what is there and what will come; one of the same name is replaced. */
    void addIndex(String name, Function<GenericKubernetesResource, Collection<String>> valuesOf) {
        objects.addIndex(name, valuesOf);
    }

    @Override
    public Optional<GenericKubernetesResource> get(ObjectKey object) {
        return objects.get(object);
    }

    @Override
    public List<GenericKubernetesResource> list() {
        return objects.list();
    }

    @Override
    public Set<ObjectKey> byIndex(String index, String value) {
        return objects.byIndex(index, value);
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
        return objects.seen(object, resourceVersion);
    }

    @Override
    public boolean synced() {
        List<Reflector> running = reflectors;
        return !running.isEmpty() && running.stream().allMatch(Reflector::synced);
    }

    @Override
    public boolean settled() {
        List<Reflector> running = reflectors;
        return !running.isEmpty()
                && running.stream().allMatch(it -> it.synced() || refused.contains(it.namespace()));
    }

    @Override
    public boolean missing() {
        return objects.hidden();
    }

    /** How it is, for health and for people. */
    InformerState state() {
        return new InformerState(
                key.type().qualifiedName(),
                missing(),
                synced(),
                size(),
                lastEventAge(),
                disconnectedFor(),
                lastError());
    }

    /** True if a decision may rest on the cache: synced, and not cut off for more than 10 s. */
    boolean fresh() {
        return synced() && disconnectedFor().compareTo(Reflector.LONG_OUTAGE) <= 0;
    }

    /**
     * For how long the cache may have been behind the server; zero while all watches are open, and
     * while the server says that it does not serve the kind.
     */
    Duration disconnectedFor() {
        List<Reflector> running = reflectors;
        return running.isEmpty()
                ? presence.unknownFor()
                : running.stream()
                        .map(Reflector::disconnectedFor)
                        .max(Comparator.naturalOrder())
                        .orElse(Duration.ZERO);
    }

    /** Age of the last event, bookmark or list; of the oldest one if there are several watches. */
    Optional<Duration> lastEventAge() {
        return reflectors.stream().map(Reflector::lastHeardAge).max(Comparator.naturalOrder());
    }

    /** Lists begun since the start, the first ones included. */
    long relists() {
        return counters.relists();
    }

    /** Why the informer is not connected, in words; empty when it is. */
    Optional<String> lastError() {
        return Optional.of(lastError).filter(text -> !text.isEmpty());
    }

    int size() {
        return objects.size();
    }

    private GenericKubernetesResource intake(GenericKubernetesResource object) {
        object.getMetadata().setManagedFields(List.of());
        try {
            return prune.apply(object);
        } catch (RuntimeException e) {
            LOG.error("{} {}: not pruned", key.type(), ObjectKey.of(object), e);
            return object;
        }
    }

    private synchronized void reflect(ServedResource served) {
        if (closed) {
            return;
        }
        List<String> scopes =
                served.namespaced() && !key.namespaces().isEmpty() ? key.namespaces() : List.of("");
        reflectors = scopes.stream().map(scope -> reflector(served, scope)).toList();
        reflectors.forEach(Reflector::start);
    }

    private Reflector reflector(ServedResource served, String namespace) {
        return new Reflector(
                context, key, served, namespace, this::intake, new Reflected(), counters);
    }

    /** The server no longer knows the kind: whether that is so is for discovery to say. */
    private void doubt() {
        List<Reflector> running;
        synchronized (this) {
            running = reflectors;
            reflectors = List.of();
        }
        if (!running.isEmpty()) { // several namespaces say it one after another
            running.forEach(Reflector::close);
            presence.doubt();
        }
    }

    private void failed(String verb, String namespace, Failure failure) {
        lastError = verb + ": " + failure.text();
        context.log().failed(verb, key.type(), namespace, failure);
    }

    private final class Discovered implements Presence.Target {
        @Override
        public void served(ServedResource served) {
            reflect(served);
        }

        @Override
        public void missing() {
            objects.hide();
            lastError = "not served by the API server";
            context.log().missing(key.type());
        }

        @Override
        public void failed(Failure failure) {
            ResourceInformer.this.failed("discover", "", failure);
        }
    }

    private final class Reflected implements Reflector.Target {
        @Override
        public void listed(
                String namespace,
                Map<ObjectKey, GenericKubernetesResource> state,
                boolean first,
                long receivedNanos) {
            objects.listed(namespace, state, first, receivedNanos);
            presence.confirmed();
        }

        @Override
        public void event(Change change, GenericKubernetesResource object, long receivedNanos) {
            objects.event(change, intake(object), receivedNanos);
        }

        @Override
        public void connected(String namespace) {
            lastError = "";
            refused.remove(namespace);
            context.log().connected(key.type(), namespace);
        }

        @Override
        public void failed(String verb, String namespace, Failure failure) {
            ResourceInformer.this.failed(verb, namespace, failure);
            if (failure.trouble() == Trouble.FORBIDDEN) {
                refused.add(namespace);
            }
            if (failure.trouble() == Trouble.NOT_SERVED) {
                context.after(Duration.ZERO, ResourceInformer.this::doubt);
            }
        }
    }
}
