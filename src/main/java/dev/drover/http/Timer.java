package dev.drover.http;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.concurrent.Cancellable;

/** The time that one request has. */
final class Timer {
    private final Cancellable request;
    private final Duration deadline;
    private volatile boolean expired;
    private Future<?> alarm; // set once, before the timer is handed out

    private Timer(Cancellable request, Duration deadline) {
        this.request = request;
        this.deadline = deadline;
    }

    static Timer start(Cancellable request, Duration deadline, ScheduledExecutorService clock) {
        Timer timer = new Timer(request, deadline);
        timer.alarm = clock.schedule(timer::expire, deadline.toNanos(), TimeUnit.NANOSECONDS);
        return timer;
    }

    private void expire() {
        expired = true; // first: whoever is woken by the cancel asks for it
        request.cancel();
    }

    /** Nothing more is awaited. */
    void stop() {
        alarm.cancel(false);
    }

    /** Ends the connection, since the rest of the answer is not wanted. */
    void abort() {
        stop();
        request.cancel();
    }

    boolean expired() {
        return expired;
    }

    DeadlineExceeded exceeded(Throwable cause) {
        return new DeadlineExceeded(deadline, cause);
    }
}
