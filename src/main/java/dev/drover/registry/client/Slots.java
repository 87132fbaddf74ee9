package dev.drover.registry.client;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Calls to one registry at once. The number may change at any time; what is under way is never
 * ended for it. Workers take a slot or leave; a walk waits for one. Thread-safe.
 */
final class Slots {
    private final IntSupplier most;
    private final Semaphore workers;
    private final LongSupplier nanos;
    private int taken; // guarded by this

    /**
     * @param workers permits for calls of workers to all registries together
     */
    Slots(IntSupplier most, Semaphore workers, LongSupplier nanos) {
        this.most = most;
        this.workers = workers;
        this.nanos = nanos;
    }

    /** Takes a slot for a worker; false when there is none. */
    boolean take() {
        if (!workers.tryAcquire()) {
            return false;
        }
        if (takeOne()) {
            return true;
        }
        workers.release();
        return false;
    }

    void giveBack() {
        giveOneBack();
        workers.release();
    }

    /** Waits for a slot, on a thread that is no worker's; false when none came in time. */
    synchronized boolean await(long millis) throws InterruptedException {
        long left = TimeUnit.MILLISECONDS.toNanos(millis);
        while (taken >= most.getAsInt()) {
            if (left <= 0) {
                return false;
            }
            long before = nanos.getAsLong();
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left -= nanos.getAsLong() - before;
        }
        taken++;
        return true;
    }

    synchronized void giveOneBack() {
        taken--;
        notifyAll();
    }

    private synchronized boolean takeOne() {
        if (taken >= most.getAsInt()) {
            return false;
        }
        taken++;
        return true;
    }
}
