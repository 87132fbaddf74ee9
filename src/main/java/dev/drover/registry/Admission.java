package dev.drover.registry;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** One pass that was let in to a registry, until its last call there. Thread-safe. */
final class Admission {
    private final Runnable leave;
    private final AtomicBoolean left = new AtomicBoolean();
    private final AtomicInteger calls = new AtomicInteger();

    Admission(Runnable leave) {
        this.leave = leave;
    }

    /** This many calls are still to come; with none the place is given to the next pass. */
    void expect(int writes) {
        calls.set(writes);
        if (writes == 0) {
            leave();
        }
    }

    /** One of them is done: what follows the last one needs no slot. */
    void called() {
        if (calls.decrementAndGet() <= 0) {
            leave();
        }
    }

    /** The pass is over. */
    void leave() {
        if (left.compareAndSet(false, true)) {
            leave.run();
        }
    }
}
