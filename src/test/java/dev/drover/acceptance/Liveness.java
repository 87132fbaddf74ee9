package dev.drover.acceptance;

import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Asks for the liveness of a process again and again, as a kubelet does, only more often. */
final class Liveness implements AutoCloseable {
    private static final long PERIOD_MILLIS = 200;

    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();

    private final Future<?> asking;

    private Liveness(DroverProcess process) {
        this.asking =
                clock.scheduleWithFixedDelay(
                        () -> {
                            asked.incrementAndGet();
                            if (!process.live()) {
                                failed.incrementAndGet();
                            }
                        },
                        0,
                        PERIOD_MILLIS,
                        TimeUnit.MILLISECONDS);
    }

    static Liveness of(DroverProcess process) {
        return new Liveness(process);
    }

    /** Ends the questions; fails if one was not answered with yes. */
    void assertNeverDown() {
        if (asking.isDone()) {
            throw new AssertionError("asking has ended by itself and tells nothing any more");
        }
        close();
        if (asked.get() == 0 || failed.get() > 0) {
            throw new AssertionError(
                    "%d of %d answers were not UP".formatted(failed.get(), asked.get()));
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
