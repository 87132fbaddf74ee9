package dev.drover.leadership;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a watch on one Lease open as well as it can, so that a hand-over is noticed at once. Only
 * an accelerator: looks every retry period go on beside it, and its failures are not worth a word.
 */
final class LeaseWatch {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseWatch.class);
    private static final Duration PAUSE = Duration.ofSeconds(5);

    private final LeaseApi api;
    private final Consumer<Optional<LeaseRecord>> changes;
    private final ScheduledExecutorService opener;
    private AutoCloseable open; // guarded by this; opened under no lock
    private boolean stopped; // guarded by this

    /**
     * @param opener may be blocked for about a request timeout
     */
    LeaseWatch(
            LeaseApi api,
            Consumer<Optional<LeaseRecord>> changes,
            ScheduledExecutorService opener) {
        this.api = api;
        this.changes = changes;
        this.opener = opener;
    }

    void start() {
        schedule(Duration.ZERO);
    }

    void stop() {
        AutoCloseable last;
        synchronized (this) {
            stopped = true;
            last = open;
            open = null;
        }
        close(last);
    }

    private void open() {
        try {
            AutoCloseable opened = api.watch(changes, () -> schedule(PAUSE));
            synchronized (this) {
                if (!stopped) {
                    open = opened;
                    return;
                }
            }
            close(opened);
        } catch (RuntimeException e) { // boundary: the API server is away, or refuses
            LOG.debug("watch of a Lease cannot be opened", e);
            schedule(PAUSE);
        }
    }

    private void schedule(Duration delay) {
        synchronized (this) {
            if (stopped) {
                return;
            }
        }
        try {
            Future<?> unused = opener.schedule(this::open, delay.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("watch of a Lease is not opened again: stopping");
        }
    }

    private static void close(AutoCloseable watch) {
        if (watch != null) {
            try {
                watch.close();
            } catch (Exception e) { // boundary: nothing depends on it
                LOG.debug("watch of a Lease did not close", e);
            }
        }
    }
}
