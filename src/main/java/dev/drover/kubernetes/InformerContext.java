package dev.drover.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What all informers of a component share.
 *
 * @param scheduler for pauses; its tasks only hand over to {@code executor}
 * @param executor for requests that block; must have a free thread for each informer
 * @param nanoTime monotonic
 */
record InformerContext(
        KubernetesClient client,
        Discovery discovery,
        InformerSettings settings,
        ScheduledExecutorService scheduler,
        Executor executor,
        InformerMetrics metrics,
        TroubleLog log,
        LongSupplier nanoTime) {

    /** Runs the task on the executor after the pause; never, if the owner has shut down. */
    void after(Duration pause, Runnable task) {
        try {
            if (pause.isZero()) {
                executor.execute(task);
            } else {
                var unused =
                        scheduler.schedule(
                                () -> after(Duration.ZERO, task),
                                pause.toNanos(),
                                TimeUnit.NANOSECONDS);
            }
        } catch (RejectedExecutionException e) {
            // the owner stops, and so does everything that waits here
        }
    }

    /** From 1 - share to 1 + share times the duration. */
    static Duration jittered(Duration duration, double share) {
        double factor = 1 + share * (2 * ThreadLocalRandom.current().nextDouble() - 1);
        return Duration.ofNanos((long) (duration.toNanos() * factor));
    }

    Backoff backoff() {
        return new Backoff(settings.firstRetry(), () -> ThreadLocalRandom.current().nextDouble());
    }
}
