package dev.drover.sandbox.apiserver;

/** A fault that was set: counts what it hit and can be lifted. Thread-safe. */
public final class ActiveFault {
    private final Fault fault;
    private final long end; // nanoseconds of System.nanoTime, or endless
    private final boolean endless;
    private int hits; // guarded by this
    private boolean lifted; // guarded by this

    ActiveFault(Fault fault, long now) {
        this.fault = fault;
        endless = fault.lasting().isEmpty();
        end = endless ? 0 : now + fault.lasting().get().toNanos();
    }

    /** How many requests it hit so far. */
    public synchronized int hits() {
        return hits;
    }

    /** Ends it; requests that hang already stay so. */
    public synchronized void lift() {
        lifted = true;
    }

    /** True, and counted, if {@code request} is to be hit now. */
    synchronized boolean hit(SeenRequest request, long now) {
        boolean active = !lifted && hits < fault.times() && (endless || now - end < 0);
        if (active && fault.matches(request)) {
            hits++;
            return true;
        }
        return false;
    }

    Fault fault() {
        return fault;
    }
}
