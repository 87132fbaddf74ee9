package dev.drover.leadership;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.function.LongSupplier;

/** An election and the Lease it asks, moved by hand: time passes only where a test says so. */
final class Candidate {
    final LeaseElection election;
    private final LeaseApi api;
    private final LongSupplier now;

    Candidate(String identity, LeaseApi api, LongSupplier now, double jitter) {
        this.election =
                new LeaseElection(
                        identity, LeaseTimings.DEFAULT, clock(now), () -> jitter, now.getAsLong());
        this.api = api;
        this.now = now;
    }

    /** Tells the time that the test's nanoseconds say, so that each renewal is another one. */
    private static Clock clock(LongSupplier now) {
        return new Clock() {
            @Override
            public Instant instant() {
                return Instant.EPOCH.plusNanos(now.getAsLong());
            }

            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }
        };
    }

    /** Does everything that is due now; returns until when it waits. */
    long run() {
        for (int steps = 0; steps < 100; steps++) {
            LeaseStep step = election.next(now.getAsLong());
            if (step instanceof LeaseStep.Wait wait) {
                return wait.untilNanos();
            }
            long sent = now.getAsLong();
            ((LeaseStep.Request) step).send(api).tell(election, sent, now.getAsLong());
        }
        throw new AssertionError("the election never waits");
    }

    boolean leads() {
        return election.status().leading();
    }

    Optional<String> holder() {
        return election.status().holder();
    }
}
