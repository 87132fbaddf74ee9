package dev.drover.intents;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;
import org.apache.camel.support.service.ServiceSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends Events from a thread and a queue of its own, so that no pass waits for one. One a process;
 * to be added to the Camel context as a service. When the queue is full the oldest Event goes, and
 * is counted in {@code drover_events_dropped_total}.
 */
public final class QueuedEventRecorder extends ServiceSupport
        implements EventRecorder, CamelContextAware {
    static final int QUEUE = 256;
    private static final Logger LOG = LoggerFactory.getLogger(QueuedEventRecorder.class);

    private final EventSender sender;
    private final String instance;
    private final BooleanSupplier on;
    private final MeterRegistry meters;
    private final Clock clock;
    private final EventCorrelator correlator; // used by the sending thread only
    private final News failures;
    private final LinkedBlockingDeque<Recorded> queue = new LinkedBlockingDeque<>(QUEUE);
    private CamelContext camelContext;
    private ExecutorService executor;

    private record Recorded(String flow, Notice notice, Instant at) {}

    /**
     * @param client writes to {@code events.k8s.io/v1}
     * @param instance name of this pod
     * @param on false while Events are switched off ({@code drover.events}); asked for each
     * @param clock dates of Events
     * @param nanos monotonic clock
     */
    public QueuedEventRecorder(
            KubernetesClient client,
            String instance,
            BooleanSupplier on,
            MeterRegistry meters,
            Clock clock,
            LongSupplier nanos) {
        this(new KubernetesEventSender(client), instance, on, meters, clock, nanos);
    }

    QueuedEventRecorder(
            EventSender sender,
            String instance,
            BooleanSupplier on,
            MeterRegistry meters,
            Clock clock,
            LongSupplier nanos) {
        this.sender = sender;
        this.instance = instance;
        this.on = on;
        this.meters = meters;
        this.clock = clock;
        // two processes that start in the same millisecond may share it: the object's name differs
        AtomicLong suffix = new AtomicLong(clock.millis() * 1_000_000);
        this.correlator =
                new EventCorrelator(nanos, () -> Long.toHexString(suffix.incrementAndGet()));
        this.failures = new News(nanos);
        List.of("queue", "rate", "failed").forEach(this::drops); // begin at 0
    }

    @Override
    public void record(String flow, Notice notice) {
        if (!on.getAsBoolean()) {
            return;
        }
        Recorded recorded = new Recorded(flow, notice, clock.instant());
        while (!queue.offerLast(recorded)) {
            if (queue.pollFirst() != null) {
                dropped("queue");
            }
        }
    }

    @Override
    protected void doStart() {
        executor =
                camelContext
                        .getExecutorServiceManager()
                        .newSingleThreadExecutor(this, "drover-events");
        executor.execute(this::sendUntilStopped);
    }

    @Override
    protected void doStop() {
        camelContext.getExecutorServiceManager().shutdownNow(executor);
    }

    private void sendUntilStopped() {
        try {
            while (isRunAllowed()) {
                send(queue.takeFirst());
            }
        } catch (InterruptedException e) {
            Thread.currentThread()
                    .interrupt(); // stopped: what is left is not worth a slow shutdown
        }
    }

    /** Sends what is queued, on the caller's thread. */
    void sendQueued() {
        for (Recorded next = queue.pollFirst(); next != null; next = queue.pollFirst()) {
            send(next);
        }
    }

    private void send(Recorded recorded) {
        Optional<EventWrite> write = correlator.correlate(recorded.flow(), recorded.notice());
        if (write.isEmpty()) {
            dropped("rate");
            return;
        }
        try {
            write(write.get(), recorded.at());
            sent(recorded);
        } catch (RuntimeException e) {
            dropped("failed");
            if (!Thread.currentThread().isInterrupted()
                    && failures.is("events", String.valueOf(e.getMessage()))) {
                LOG.warn("Events cannot be written: {}", e.getMessage());
            }
        }
    }

    private void write(EventWrite write, Instant at) {
        if (write.create() || !sender.patch(write.namespace(), write.name(), write.patch(at))) {
            sender.create(write.namespace(), write.document(instance, at));
        }
    }

    private void sent(Recorded recorded) {
        Counter.builder("drover.events")
                .description("Kubernetes Events written")
                .tag("flow", recorded.flow())
                .tag("reason", recorded.notice().reason())
                .tag("type", recorded.notice().type() == Notice.Type.WARNING ? "Warning" : "Normal")
                .register(meters)
                .increment();
    }

    private void dropped(String cause) {
        drops(cause).increment();
    }

    private Counter drops(String cause) {
        return Counter.builder("drover.events.dropped")
                .description("Kubernetes Events not written")
                .tag("cause", cause)
                .register(meters);
    }

    @Override
    public CamelContext getCamelContext() {
        return camelContext;
    }

    @Override
    public void setCamelContext(CamelContext camelContext) {
        this.camelContext = camelContext;
    }
}
