package dev.drover.leadership;

import java.time.Duration;
import java.util.Optional;

/**
 * A foreign or own holder as this process sees it: who, and since when nothing about it has moved
 * by the local monotonic clock. The times written in a Lease are compared for equality only, never
 * with a clock.
 *
 * @param sinceNanos when the last change of holder, renewTime or leaseTransitions was seen
 * @param term how long the holder is honoured without a further change
 */
record LeaseSighting(
        String holder,
        Optional<String> renewTime,
        int transitions,
        long sinceNanos,
        Duration term) {

    /**
     * Follows a Lease that names {@code holder}. A term that shrinks while nothing else moves was
     * not written by the holder, who renews at the same time; it does not shorten what is left.
     */
    static LeaseSighting follow(
            Optional<LeaseSighting> before,
            LeaseRecord lease,
            String holder,
            long now,
            LeaseTimings timings) {
        Duration term = term(lease, timings);
        return before.filter(b -> b.unmoved(lease, holder))
                .map(b -> b.withTerm(b.term.compareTo(term) > 0 ? b.term : term))
                .orElseGet(
                        () ->
                                new LeaseSighting(
                                        holder, lease.renewTime(), lease.transitions(), now, term));
    }

    boolean expired(long now) {
        return now - expiresAt() >= 0;
    }

    long expiresAt() {
        return sinceNanos + term.toNanos();
    }

    /** The same holder, honoured for a whole term from {@code now} on. */
    LeaseSighting since(long now) {
        return new LeaseSighting(holder, renewTime, transitions, now, term);
    }

    private boolean unmoved(LeaseRecord lease, String seen) {
        return holder.equals(seen)
                && renewTime.equals(lease.renewTime())
                && transitions == lease.transitions();
    }

    private LeaseSighting withTerm(Duration longer) {
        return new LeaseSighting(holder, renewTime, transitions, sinceNanos, longer);
    }

    private static Duration term(LeaseRecord lease, LeaseTimings timings) {
        return lease.renewTime()
                .flatMap(any -> lease.duration())
                .map(d -> d.compareTo(timings.longestTerm()) < 0 ? d : timings.longestTerm())
                .orElse(timings.duration());
    }
}
