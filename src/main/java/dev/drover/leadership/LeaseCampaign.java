package dev.drover.leadership;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs an election on a thread of its own: asks it what to do, sends the request, hands the answer
 * back. A timer beside that thread closes a term that ran out while a request hangs, and replaces a
 * thread that does not come back from one.
 *
 * <p>No request is sent under the lock, and whatever is told to others only enqueues.
 */
final class LeaseCampaign implements Candidacy {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseCampaign.class);
    private static final Duration ENTRY_PAUSE = Duration.ofMillis(100);

    private final String flow;
    private final LeaseElection election; // guarded by lock
    private final LeaseApi api;
    private final LeaseTimings timings;
    private final LongSupplier nanos;
    private final ScheduledExecutorService timer;
    private final BooleanSupplier ready;
    private final Consumer<LeaseStatus> changed;
    private final LeaseFailures failures;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition wake = lock.newCondition();
    private volatile Thread
            thread; // written under lock; any other thread of ours has been given up
    private long attemptAt; // guarded by lock
    private boolean entered; // guarded by lock
    private boolean stopping; // guarded by lock
    private volatile LeaseStatus status = LeaseStatus.NONE;

    /**
     * @param ready asked until it says yes for the first time; before that no request is sent
     * @param timer must not be blocked by others: terms end on it
     * @param changed told under a lock; must return at once
     */
    LeaseCampaign(
            String flow,
            LeaseElection election,
            LeaseApi api,
            LeaseTimings timings,
            LongSupplier nanos,
            ScheduledExecutorService timer,
            BooleanSupplier ready,
            Consumer<LeaseStatus> changed) {
        this.flow = flow;
        this.election = election;
        this.api = api;
        this.timings = timings;
        this.nanos = nanos;
        this.timer = timer;
        this.ready = ready;
        this.changed = changed;
        this.failures = new LeaseFailures(flow, timings.renewDeadline(), nanos);
    }

    @Override
    public void start() {
        lock.lock();
        try {
            begin();
        } finally {
            lock.unlock();
        }
        inspect();
    }

    @Override
    public void stop() {
        lock.lock();
        try {
            stopping = true;
            election.resign();
            publish();
            wake.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void awaitRelease() {
        Thread running = thread;
        if (running == null) {
            return;
        }
        try {
            // a renewal under way, then the release
            running.join(timings.requestTimeout().multipliedBy(2).plusSeconds(1).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public LeaseStatus status() {
        return status;
    }

    @Override
    public boolean mayWrite() {
        LeaseStatus now = status;
        return now.leading()
                && nanos.getAsLong() - now.renewalSentNanos() < timings.renewDeadline().toNanos();
    }

    /** A watch told of the Lease (empty = deleted). */
    void glimpsed(Optional<LeaseRecord> seen) {
        lock.lock();
        try {
            election.glimpsed(seen);
            wake.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void begin() {
        attemptAt = nanos.getAsLong();
        thread = new Thread(this::run, "drover-lease-" + flow);
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        for (Optional<Sending> sending = await(); sending.isPresent(); sending = await()) {
            exchange(sending.get());
        }
        release();
    }

    /** Waits for the next request; empty when this thread is to end. */
    private Optional<Sending> await() {
        lock.lock();
        try {
            while (current() && !stopping) {
                long now = nanos.getAsLong();
                entered = entered || ready.getAsBoolean();
                if (!entered) {
                    attemptAt = now;
                    pause(ENTRY_PAUSE.toNanos());
                    continue;
                }
                LeaseStep step = election.next(now);
                publish();
                if (step instanceof LeaseStep.Request request) {
                    attemptAt = now;
                    return Optional.of(new Sending(request, now));
                }
                pause(((LeaseStep.Wait) step).untilNanos() - now);
            }
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    private void exchange(Sending sending) {
        LeaseAnswer answer = sending.request().send(api);
        lock.lock();
        try {
            if (current()) { // else the watchdog has given this thread up, and its answer is void
                answer.tell(election, sending.atNanos(), nanos.getAsLong());
                if (stopping) {
                    election.resign(); // a late renewal does not bring the term back
                }
                publish();
                failures.follow(answer);
            }
        } finally {
            lock.unlock();
        }
    }

    /** On stop: first nobody leads here any more, then others are told. */
    private void release() {
        for (int attempt = 0; attempt < 2; attempt++) {
            Optional<LeaseStep.Request> resignation = resign();
            if (resignation.isEmpty()) {
                return;
            }
            if (!(resignation.get().send(api) instanceof LeaseAnswer.Conflict)) {
                return; // done, or the API server is away: the term runs out by itself
            }
            exchange(new Sending(new LeaseStep.Read(), nanos.getAsLong()));
        }
    }

    private Optional<LeaseStep.Request> resign() {
        lock.lock();
        try {
            if (!current()) {
                return Optional.empty();
            }
            Optional<LeaseStep.Request> resignation = election.resign();
            publish();
            return resignation;
        } finally {
            lock.unlock();
        }
    }

    /** Ends a term in time, replaces a stuck thread, and comes again. */
    private void inspect() {
        lock.lock();
        try {
            if (!stopping) {
                long now = nanos.getAsLong();
                Future<?> unused =
                        timer.schedule(this::inspect, inspectAgain(now), TimeUnit.NANOSECONDS);
                election.expire(now);
                publish();
                restartIfStuck(now);
            }
        } catch (RejectedExecutionException e) {
            LOG.debug("{}: the context stops without this election", flow);
        } finally {
            lock.unlock();
        }
    }

    private long inspectAgain(long now) {
        long regular = timings.retryPeriod().toNanos() / 2;
        long left = election.deadline() - now;
        return status.leading() && left > 0 ? Math.min(regular, left) : regular;
    }

    private void restartIfStuck(long now) {
        if (now - attemptAt > timings.longestPause().toNanos()) {
            LOG.warn("{}: the election made no attempt for too long and is restarted", flow);
            thread.interrupt();
            election.failed(attemptAt, now);
            begin();
        }
    }

    private void publish() {
        LeaseStatus before = status;
        LeaseStatus now = election.status();
        status = now;
        if (now.news(before)) {
            changed.accept(now);
        }
    }

    private boolean current() {
        return Thread.currentThread() == thread;
    }

    @SuppressWarnings("WaitNotInLoop") // the loop is in whoever calls
    private void pause(long forNanos) {
        try {
            wake.awaitNanos(forNanos);
        } catch (InterruptedException e) {
            // only the watchdog interrupts: the loop sees that this thread is not the current one
            LOG.debug("{}: election thread given up", flow);
        }
    }

    private record Sending(LeaseStep.Request request, long atNanos) {}
}
