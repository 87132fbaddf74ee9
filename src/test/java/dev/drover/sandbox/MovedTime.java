package dev.drover.sandbox;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.atomic.AtomicLong;

/** Both clocks of a process, which a test can move ahead together. They run on by themselves. */
public final class MovedTime {
    private final AtomicLong ahead = new AtomicLong();

    public void advance(Duration by) {
        ahead.addAndGet(by.toNanos());
    }

    /** The monotonic one. */
    public long nanos() {
        return System.nanoTime() + ahead.get();
    }

    /** The wall's. */
    public Clock clock() {
        return new Clock() {
            private final Clock real = Clock.systemUTC();

            @Override
            public ZoneId getZone() {
                return real.getZone();
            }

            @Override
            public Clock withZone(ZoneId zone) {
                throw new UnsupportedOperationException();
            }

            @Override
            public Instant instant() {
                return real.instant().plusNanos(ahead.get());
            }
        };
    }
}
