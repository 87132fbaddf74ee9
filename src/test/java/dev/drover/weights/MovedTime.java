package dev.drover.weights;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Both clocks of a process, which a test can move ahead together. They run on by themselves. */
final class MovedTime {
    private final AtomicLong ahead = new AtomicLong();

    void advance(Duration by) {
        ahead.addAndGet(by.toNanos());
    }

    /** The monotonic one. */
    long nanos() {
        return System.nanoTime() + ahead.get();
    }

    /** The wall's. */
    Clock clock() {
        return new Clock() {
            private final Clock real = Clock.systemUTC();

            @Override
            public java.time.ZoneId getZone() {
                return real.getZone();
            }

            @Override
            public Clock withZone(java.time.ZoneId zone) {
                throw new UnsupportedOperationException();
            }

            @Override
            public java.time.Instant instant() {
                return real.instant().plusNanos(ahead.get());
            }
        };
    }
}
