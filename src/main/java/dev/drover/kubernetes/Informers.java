package dev.drover.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * The informers of a component: one per {@link InformerKey} however many endpoints use it. An
 * informer outlives its last user for a while, so that the edit of a route, which stops its
 * endpoints and starts them anew, does not list the cluster again. Thread-safe.
 */
final class Informers implements AutoCloseable {
    private static final class Shared {
        final ResourceInformer informer;
        int users;
        long lease; // changes with every acquire, so that an old release cannot close it

        Shared(ResourceInformer informer) {
            this.informer = informer;
        }
    }

    private final InformerContext context;
    private final Map<InformerKey, Shared> shared = new HashMap<>(); // guarded by this

    /**
     * @param scheduler for pauses; its tasks are short
     * @param executor for requests that block; must not have a bound that informers could exhaust
     * @param meters null for none
     */
    Informers(
            KubernetesClient client,
            InformerSettings settings,
            ScheduledExecutorService scheduler,
            Executor executor,
            MeterRegistry meters,
            LongSupplier nanoTime) {
        this.context =
                new InformerContext(
                        client,
                        new Discovery(client),
                        settings,
                        scheduler,
                        executor,
                        new InformerMetrics(meters),
                        new TroubleLog(nanoTime),
                        nanoTime);
    }

    /** Knows how the server serves a kind; shared with those who write. */
    Discovery discovery() {
        return context.discovery();
    }

    /**
     * The started informer of this key. {@code prune} counts for the one who comes first; it gets
     * an object that it may change. Each call needs its {@link #release}.
     */
    synchronized ResourceInformer acquire(
            InformerKey key, UnaryOperator<GenericKubernetesResource> prune) {
        Shared found = shared.get(key);
        if (found == null) {
            found = new Shared(new ResourceInformer(context, key, prune));
            shared.put(key, found);
            found.informer.start();
        }
        found.users++;
        found.lease++;
        return found.informer;
    }

    /** Ends one use. The informer closes a while after its last use, unless it is used again. */
    synchronized void release(InformerKey key) {
        Shared found = shared.get(key);
        if (found != null && --found.users == 0) {
            long lease = found.lease;
            context.after(context.settings().keptUnused(), () -> expire(key, lease));
        }
    }

    /** The informer of this key if somebody uses it, or did a moment ago. */
    synchronized Optional<ResourceInformer> find(InformerKey key) {
        return Optional.ofNullable(shared.get(key)).map(found -> found.informer);
    }

    /** All informers, for health checks and attributes. */
    synchronized Collection<ResourceInformer> all() {
        return shared.values().stream().map(found -> found.informer).toList();
    }

    @Override
    public void close() {
        List<ResourceInformer> open;
        synchronized (this) {
            open = shared.values().stream().map(found -> found.informer).toList();
            shared.clear();
        }
        open.forEach(ResourceInformer::close);
    }

    private void expire(InformerKey key, long lease) {
        Shared found;
        synchronized (this) {
            found = shared.get(key);
            if (found == null || found.users > 0 || found.lease != lease) {
                return;
            }
            shared.remove(key);
        }
        found.informer.close();
    }
}
