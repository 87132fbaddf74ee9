package dev.drover.leadership;

import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.DoubleSupplier;

/**
 * Decides about one Lease: what to ask the API server next, and whether this process leads. Knows
 * neither threads nor network; all durations are counted on the monotonic clock that the caller
 * reads (nanoseconds), the wall clock is only written down for people. Not thread-safe.
 *
 * <p>One request is under way at a time: {@link #next} names it, one of {@link #found}, {@link
 * #absent}, {@link #written}, {@link #conflict}, {@link #failed} ends it. {@link #glimpsed} and
 * {@link #expire} may come in between.
 */
final class LeaseElection {
    private final String identity;
    private final LeaseTimings timings;
    private final Clock clock;
    private final DoubleSupplier random;

    private boolean leading;
    private long renewalSent;

    /** As last read or written; what the next write builds on. */
    private Optional<LeaseRecord> lease = Optional.empty();

    /** Holder whose term is honoured; empty when the Lease was released or never seen held. */
    private Optional<LeaseSighting> sighting = Optional.empty();

    /** The Lease is gone, or an empty shell, though somebody's term may not be over. */
    private boolean vanished;

    private boolean writeNext;
    private long due;
    private long lastRead;
    private boolean hinted;
    private boolean conflicted;

    /**
     * @param random 0 (inclusive) to 1, the jitter of a standby's looks
     * @param now the first look is due at once
     */
    LeaseElection(
            String identity, LeaseTimings timings, Clock clock, DoubleSupplier random, long now) {
        this.identity = identity;
        this.timings = timings;
        this.clock = clock;
        this.random = random;
        this.due = now;
        this.lastRead = now - timings.leastPause().toNanos();
    }

    /** What to do now. Steps down first if the renew deadline has passed. */
    LeaseStep next(long now) {
        expire(now);
        long at = hinted ? earlier(due, lastRead + timings.leastPause().toNanos()) : due;
        if (at - now > 0) {
            return new LeaseStep.Wait(leading ? earlier(at, deadline()) : at);
        }
        if (writeNext && due - now <= 0) {
            var spec = LeaseSpec.held(lease, identity, timings, clock.instant());
            return lease.<LeaseStep>map(l -> new LeaseStep.Patch(l.resourceVersion(), spec))
                    .orElseGet(() -> new LeaseStep.Create(spec));
        }
        hinted = false;
        lastRead = now;
        return new LeaseStep.Read();
    }

    /** Ends the leadership if {@code renewDeadline} has passed since the last good renewal. */
    void expire(long now) {
        if (leading && now - deadline() >= 0) {
            leading = false;
            readAt(now);
        }
    }

    /** The Lease was read. */
    void found(LeaseRecord read, long sent, long now) {
        lease = Optional.of(read);
        if (read.holder().isPresent()) {
            String holder = read.holder().get();
            vanished = false;
            sighting = Optional.of(LeaseSighting.follow(sighting, read, holder, now, timings));
            leading &= holder.equals(identity);
        } else if (read.specified()) {
            sighting = Optional.empty(); // released: free at once
        } else {
            vanish(now);
        }
        decide(sent, now);
    }

    /** There is no Lease. */
    void absent(long sent, long now) {
        lease = Optional.empty();
        vanish(now);
        decide(sent, now);
    }

    /** A create or patch of ours was committed; it was sent at {@code sent}. */
    void written(LeaseRecord result, long sent, long now) {
        if (!result.heldBy(identity)) { // an admission webhook had its own idea
            found(result, sent, now);
            return;
        }
        conflicted = false;
        vanished = false;
        lease = Optional.of(result);
        sighting = Optional.of(LeaseSighting.follow(sighting, result, identity, now, timings));
        if (now - sent >= timings.renewDeadline().toNanos()) {
            readAt(now); // the answer slept longer than it is worth
            return;
        }
        leading = true;
        renewalSent = sent;
        writeAt(later(now, sent + timings.retryPeriod().toNanos()));
    }

    /** A create or patch of ours met another state of the Lease. */
    void conflict(long now) {
        readAt(conflicted ? now + timings.leastPause().toNanos() : now);
        conflicted = true;
        vanished = false; // somebody was there; should it be gone again, that is another loss
    }

    /** No answer, or none of use. Whether a write was committed is unknown: the next step reads. */
    void failed(long sent, long now) {
        readAt(later(now, sent + lookPeriod()));
    }

    /**
     * A watch told of the Lease (empty = deleted). Only a reason to read it soon: events may be old
     * or come twice. A leader ignores the echo of its own renewals.
     */
    void glimpsed(Optional<LeaseRecord> seen) {
        hinted |= !leading || !seen.filter(this::asWeWroteIt).isPresent();
    }

    /** Gives the leadership up; the request that releases the Lease, if it is ours. */
    Optional<LeaseStep.Request> resign() {
        leading = false;
        return lease.filter(l -> l.heldBy(identity))
                .map(l -> new LeaseStep.Patch(l.resourceVersion(), LeaseSpec.released()));
    }

    /** As others may see it. */
    LeaseStatus status() {
        return new LeaseStatus(
                leading,
                leading ? Optional.of(identity) : lease.flatMap(LeaseRecord::holder),
                renewalSent,
                lease.map(LeaseRecord::uid).orElse(""));
    }

    /** Until when this process may lead, if it does. */
    long deadline() {
        return renewalSent + timings.renewDeadline().toNanos();
    }

    /**
     * A release leaves the Lease behind; so its loss is no release. Whoever was seen to hold it may
     * have renewed it right before, and keeps its term from now on: it will make the Lease anew.
     */
    private void vanish(long now) {
        if (!vanished) {
            vanished = true;
            sighting = sighting.map(before -> before.since(now));
        }
    }

    /**
     * What was read is true of some moment after the request was sent, so a term that was over at
     * that time is over; one that ran out while the answer (or this process) slept is read again.
     */
    private void decide(long sent, long now) {
        boolean ours = lease.filter(l -> l.heldBy(identity)).isPresent();
        if (leading || ours || sighting.map(s -> s.expired(sent)).orElse(true)) {
            writeAt(now);
        } else {
            readAt(later(now, earlier(now + lookPeriod(), sighting.get().expiresAt())));
        }
    }

    private boolean asWeWroteIt(LeaseRecord seen) {
        return seen.heldBy(identity)
                && seen.renewTime().isPresent()
                && seen.duration()
                        .equals(Optional.of(Duration.ofSeconds(LeaseSpec.wholeSeconds(timings))))
                && lease.map(l -> l.transitions() == seen.transitions()).orElse(false);
    }

    private long lookPeriod() {
        long period = timings.retryPeriod().toNanos();
        return leading ? period : period + (long) (0.2 * random.getAsDouble() * period);
    }

    private void readAt(long at) {
        writeNext = false;
        due = at;
    }

    private void writeAt(long at) {
        writeNext = true;
        due = at;
    }

    private static long earlier(long a, long b) {
        return a - b < 0 ? a : b;
    }

    private static long later(long a, long b) {
        return a - b > 0 ? a : b;
    }
}
