package dev.drover.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.apache.camel.ShutdownRunningTask;
import org.apache.camel.Suspendable;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedResource;
import org.apache.camel.spi.ShutdownAware;
import org.apache.camel.support.DefaultConsumer;
import org.slf4j.MDC;

/**
 * Delivers each object that changed, one exchange at a time an object, until its exchange succeeds.
 *
 * <p>An exchange that ends without exception is a success; its properties {@link
 * ResourcesConstants#LOOK_AGAIN} and {@link ResourcesConstants#REJECTED} say what follows. An
 * exception or a rollback is a failed attempt: the object comes again after a growing pause, for
 * ever. {@link Conflict} starts the pass again at once on an object read from the server, a few
 * times; {@link Throttled} waits as long as the server asked, and so do all other objects. Nothing
 * is delivered before the informer has synced, nor after it was cut off for more than ten seconds
 * before fresh data arrived.
 */
@ManagedResource(description = "Managed Kubernetes Resources Consumer")
public class ResourcesConsumer extends DefaultConsumer implements Suspendable, ShutdownAware {
    private final ResourcesEndpoint endpoint;
    private final ResourcesComponent component;
    private final LongSupplier nanos;
    private final Set<Pass> passes = ConcurrentHashMap.newKeySet();
    private final LongAdder processed = new LongAdder();
    private final LongAdder failed = new LongAdder();

    // Set by doStart, before the workers that read them begin.
    private volatile KeyQueue queue;
    private ResourceInformer informer;
    private Subscription subscription;
    private ExecutorService workers;
    private Consumer<Duration> hold;
    private ReconcileMeters meters;
    private PassLog log;
    private String flow;

    ResourcesConsumer(ResourcesEndpoint endpoint, Processor processor) {
        super(endpoint, processor);
        this.endpoint = endpoint;
        this.component = endpoint.getComponent();
        this.nanos = component.nanoTime();
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        flow = endpoint.getFlow() == null ? flowOf(getRouteId()) : endpoint.getFlow();
        log = new PassLog();
        informer = endpoint.informer();
        KeyQueue keys =
                new KeyQueue(
                        new RetryBackoff(endpoint.getBackoff(), endpoint.getMaxBackoff()),
                        component.getMaxConflicts(),
                        informer::fresh,
                        nanos,
                        () -> ThreadLocalRandom.current().nextDouble());
        queue = keys;
        if (component.getMeterRegistry() != null) {
            meters =
                    new ReconcileMeters(
                            component.getMeterRegistry(),
                            flow,
                            endpoint.type(),
                            passes::size,
                            keys::state);
        }
        hold = keys::holdFor;
        component.api().throttle().listen(hold);
        component.register(this);
        subscription = new Subscription(keys, endpoint.getOn(), endpoint.getView());
        informer.subscribe(subscription);
        workers =
                getEndpoint()
                        .getCamelContext()
                        .getExecutorServiceManager()
                        .newFixedThreadPool(this, threadName(), endpoint.getConcurrency());
        for (int i = 0; i < endpoint.getConcurrency(); i++) {
            workers.execute(() -> work(keys));
        }
    }

    @Override
    protected void doStop() throws Exception {
        if (queue != null) {
            queue.close();
            component.deregister(this);
            component.api().throttle().forget(hold);
            informer.unsubscribe(subscription);
            getEndpoint().getCamelContext().getExecutorServiceManager().shutdownGraceful(workers);
            if (meters != null) {
                meters.close();
            }
        }
        super.doStop();
    }

    @Override
    protected void doSuspend() {
        queue.suspend();
    }

    @Override
    protected void doResume() {
        queue.resume();
    }

    @Override
    public boolean deferShutdown(ShutdownRunningTask task) {
        return false;
    }

    /** Passes between the take and the exchange, too: Camel's own count would miss them. */
    @Override
    public int getPendingExchangesSize() {
        return passes.size();
    }

    @Override
    public void prepareShutdown(boolean suspendOnly, boolean forced) {
        KeyQueue keys = queue;
        if (keys != null) {
            keys.suspend();
        }
    }

    private void work(KeyQueue keys) {
        try {
            for (Optional<Work> work = keys.take(); work.isPresent(); work = keys.take()) {
                pass(keys, work.get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the pool ends
        }
    }

    private void pass(KeyQueue keys, Work work) {
        Pass pass = new Pass(work, nanos);
        passes.add(pass);
        PassOutcome outcome = PassOutcome.returned(null);
        try {
            if (!keys.suspended()) { // it may have been since the key was taken
                describe(work);
                outcome = conclude(work, pass, deliver(work, pass));
            }
        } catch (RuntimeException | Error e) { // the worker must live on
            outcome = PassOutcome.failed();
            getExceptionHandler().handleException("Error in the consumer", e);
        } finally {
            MDC.clear();
            passes.remove(pass);
            keys.done(work, outcome);
        }
    }

    /** What log lines of this pass are about. */
    private void describe(Work work) {
        MDC.put("flow", flow);
        MDC.put("namespace", work.key().namespace());
        MDC.put("name", work.key().name());
        MDC.put("attempt", Integer.toString(work.attempt()));
        MDC.put("reason", work.cause());
        informer.get(work.key())
                .ifPresent(
                        object -> {
                            MDC.put("kind", object.getKind());
                            MDC.put("uid", object.getMetadata().getUid());
                        });
    }

    private PassOutcome conclude(Work work, Pass pass, Verdict verdict) {
        processed.increment();
        if (meters != null) {
            meters.taken(work);
            if (verdict.result() != null) {
                meters.ended(verdict.result(), pass.duration());
            }
        }
        if (verdict.failure() != null) {
            failed.increment();
            if (verdict.outcome().kind() == PassOutcome.Kind.FAILED) {
                log.failed(work, verdict.failure());
            }
        }
        tell(work, verdict);
        return verdict.outcome();
    }

    private void tell(Work work, Verdict verdict) {
        PassOutcome.Kind kind = verdict.outcome().kind();
        if (kind == PassOutcome.Kind.CONFLICT || kind == PassOutcome.Kind.RETURNED) {
            return;
        }
        Optional<GenericKubernetesResource> present = informer.get(work.key());
        GenericKubernetesResource object = present.orElse(work.lastKnown());
        if (object != null) {
            component.passListener().ended(flow, object, present.isEmpty(), verdict.failure());
        }
    }

    private Verdict deliver(Work work, Pass pass) {
        Optional<GenericKubernetesResource> object;
        try {
            object = work.live() ? readLive(work, pass) : informer.get(work.key());
        } catch (ResourceException e) {
            return Verdict.failed(e, endpoint.type());
        }
        Exchange exchange = createExchange(false);
        try {
            fill(exchange, work, object.orElse(null));
            pass.attachTo(exchange);
            pass.step("route");
            try {
                getProcessor().process(exchange);
            } catch (Exception e) {
                exchange.setException(e);
            }
            return Verdict.of(exchange, pass, endpoint.type());
        } finally {
            releaseExchange(exchange, false);
        }
    }

    private Optional<GenericKubernetesResource> readLive(Work work, Pass pass) {
        pass.step("live read");
        Optional<GenericKubernetesResource> object =
                component.api().requests().get(endpoint.type(), work.key());
        expect(
                work.key(),
                object.map(found -> found.getMetadata().getResourceVersion())
                        .orElse(KeyQueue.GONE));
        return object;
    }

    private static void fill(Exchange exchange, Work work, GenericKubernetesResource object) {
        Message message = exchange.getMessage();
        message.setBody(object);
        message.setHeader(ResourcesConstants.NAMESPACE, work.key().namespace());
        message.setHeader(ResourcesConstants.NAME, work.key().name());
        message.setHeader(ResourcesConstants.ATTEMPT, work.attempt());
        message.setHeader(ResourcesConstants.CAUSE, work.cause());
        message.setHeader(ResourcesConstants.DELETED, object == null);
        GenericKubernetesResource known = object == null ? work.lastKnown() : object;
        if (known != null) {
            message.setHeader(ResourcesConstants.UID, known.getMetadata().getUid());
            exchange.setProperty(ResourcesConstants.OBJECT, known);
        }
        work.receivedNanos()
                .ifPresent(at -> exchange.setProperty(ResourcesConstants.RECEIVED_NANOS, at));
    }

    boolean serves(ResourceType type) {
        return type.qualifiedName().equals(endpoint.type().qualifiedName());
    }

    void enqueue(ObjectKey key, String cause, Duration delay) {
        queue.add(key, cause, delay);
    }

    /** See {@link KeyQueue#wrote}. */
    void wrote(ObjectKey key, String version) {
        if (selects(key)) {
            queue.wrote(key, version);
            settle(key, version);
        }
    }

    /** What was read live must not be followed by something older out of the cache. */
    private void expect(ObjectKey key, String version) {
        queue.expect(key, version);
        settle(key, version);
    }

    private void settle(ObjectKey key, String version) {
        if (hasSeen(key, version)) {
            queue.seen(key, version);
        }
    }

    private boolean hasSeen(ObjectKey key, String version) {
        if (version.equals(KeyQueue.GONE)) {
            return informer.get(key).isEmpty();
        }
        var waiting = informer.seen(key, version);
        boolean seen = waiting.isDone();
        waiting.cancel(false);
        return seen;
    }

    /** Whether the informer will show this object. */
    private boolean selects(ObjectKey key) {
        InformerKey selected = informer.key();
        boolean everywhere = selected.namespaces().isEmpty();
        boolean everything =
                selected.labelSelector().isEmpty() && selected.fieldSelector().isEmpty();
        return (everywhere || selected.namespaces().contains(key.namespace()))
                && (everything || informer.get(key).isPresent());
    }

    QueueView view() {
        QueueState state = queue.state();
        return new QueueView(
                flow,
                threadName(),
                endpoint.getResource(),
                state.ready(),
                state.delayed(),
                state.retrying(),
                state.working(),
                state.oldestReady(),
                processed.sum(),
                failed.sum());
    }

    Optional<KeyView> look(ObjectKey key) {
        return queue.look(key);
    }

    List<WorkerState> workers() {
        return passes.stream().map(pass -> pass.state(flow, endpoint.getResource())).toList();
    }

    private static String flowOf(String routeId) {
        int hyphen = routeId.indexOf('-');
        return hyphen < 0 ? routeId : routeId.substring(0, hyphen);
    }

    private String threadName() {
        return getRouteId() == null ? endpoint.getResource() : getRouteId();
    }

    @ManagedAttribute(description = "Objects that wait for a worker")
    public int getQueueDepth() {
        return queue.state().ready();
    }

    @ManagedAttribute(description = "Seconds that the oldest of them has waited")
    public double getOldestKeyAge() {
        return queue.state().oldestReady().toNanos() / 1e9;
    }

    @ManagedAttribute(description = "Objects that wait for a time")
    public int getDelayedKeys() {
        return queue.state().delayed();
    }

    @ManagedAttribute(description = "Objects whose last pass failed")
    public int getRetryingKeys() {
        return queue.state().retrying();
    }

    @ManagedAttribute(description = "Passes so far")
    public long getProcessed() {
        return processed.sum();
    }

    @ManagedAttribute(description = "Passes so far that failed")
    public long getFailed() {
        return failed.sum();
    }

    @ManagedAttribute(description = "Passes running now")
    public int getActive() {
        return passes.size();
    }

    @ManagedAttribute(description = "Objects in the cache")
    public int getCacheSize() {
        return informer.size();
    }

    @ManagedAttribute(description = "Whether the cache holds a complete list")
    public boolean isSynced() {
        return informer.synced();
    }

    @ManagedAttribute(description = "Seconds since the last event, bookmark or list; -1 = none yet")
    public double getLastEventAge() {
        return informer.lastEventAge().map(age -> age.toNanos() / 1e9).orElse(-1.0);
    }

    @ManagedAttribute(description = "Lists so far")
    public long getRelists() {
        return informer.relists();
    }

    @ManagedAttribute(description = "Objects in work, with their step and its seconds")
    public Collection<String> getInWork() {
        return workers().stream()
                .map(
                        worker ->
                                worker.key()
                                        + " in "
                                        + worker.step()
                                        + " for "
                                        + worker.inStep().toSeconds()
                                        + " s")
                .toList();
    }
}
