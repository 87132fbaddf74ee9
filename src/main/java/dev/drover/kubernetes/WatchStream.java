package dev.drover.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One watch request on the HTTP client of fabric8, from its opening to its end, without any
 * reconnecting. fabric8's own {@code watch} is not used: once it must not reconnect by itself it no
 * longer tells why a watch ended, answers a refused WebSocket with a second request, takes a watch
 * that was closed quickly for a 410, and decodes chunked text piece by piece, which breaks every
 * event beside a character outside ASCII.
 *
 * <p>Frames are read one at a time off the network thread; the next one is not fetched before the
 * last one was handled, so that a slow reader holds the server back instead of filling the heap.
 */
abstract class WatchStream {
    /** Called in order, never by two threads at once. */
    interface Listener {
        void opened();

        void frame(WatchFrame frame, long receivedNanos);

        /** Called once at most, and not after {@link #cancel}. */
        void ended(Failure failure);
    }

    private static final Logger LOG = LoggerFactory.getLogger(WatchStream.class);

    private final Executor executor;
    private final KubernetesSerialization serialization;
    private final LongSupplier nanoTime;
    private final Listener listener;
    private final AtomicBoolean over = new AtomicBoolean();
    private CompletableFuture<Void> tail = CompletableFuture.completedFuture(null); // by this

    WatchStream(
            KubernetesClient client, Executor executor, LongSupplier nanoTime, Listener listener) {
        this.executor = executor;
        this.serialization = client.getKubernetesSerialization();
        this.nanoTime = nanoTime;
        this.listener = listener;
    }

    /** Sends the request and returns at once. */
    final void open() {
        if (!over.get()) {
            connect();
            if (over.get()) { // cancelled meanwhile, by one who found nothing to disconnect
                disconnect();
            }
        }
    }

    abstract void connect();

    /** Gives the connection back. May be called several times. */
    abstract void disconnect();

    /** Ends the watch without a word to the listener. */
    final void cancel() {
        over.set(true);
        disconnect();
    }

    final void opened() {
        inOrder(
                () -> {
                    if (!over.get()) {
                        listener.opened();
                    }
                });
    }

    final void ended(Failure failure) {
        inOrder(() -> end(failure));
    }

    /** Hands a piece of what arrived on; {@code handled} runs when the next piece may come. */
    final void received(Iterable<String> frames, Runnable handled) {
        long receivedNanos = nanoTime.getAsLong();
        inOrder(
                () -> {
                    for (String frame : frames) {
                        read(frame, receivedNanos);
                    }
                    handled.run();
                });
    }

    private void read(String text, long receivedNanos) {
        if (over.get()) {
            return;
        }
        WatchFrame frame;
        try {
            frame = WatchFrame.read(text, serialization);
        } catch (RuntimeException e) {
            end(new Failure(Trouble.UNDECODABLE, "cannot be read as a watch event: " + text));
            return;
        }
        listener.frame(frame, receivedNanos);
    }

    private void end(Failure failure) {
        if (over.compareAndSet(false, true)) {
            disconnect();
            listener.ended(failure);
        }
    }

    private synchronized void inOrder(Runnable step) {
        tail = tail.thenRunAsync(step, executor).exceptionally(this::broken);
    }

    /** A step that throws must not leave a watch that nobody listens to. */
    private Void broken(Throwable thrown) {
        if (thrown.getCause() instanceof RejectedExecutionException) {
            cancel(); // the executor's owner has stopped, and with it everything here
            return null;
        }
        LOG.error("a watch event could not be handled; the watch is opened anew", thrown);
        end(Failure.of(thrown));
        return null;
    }
}
