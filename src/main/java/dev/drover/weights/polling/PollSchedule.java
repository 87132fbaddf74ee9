package dev.drover.weights.polling;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedResource;

/**
 * Knows when each entry is due, and which are under way. Bookkeeping only: no I/O, no thread. As a
 * processor ({@code scrape-schedule}, {@code probe-schedule} in the routes) it makes the list of
 * entries that are to be polled now the body of the message.
 *
 * <p>Never hands out an entry that is under way, nor more entries than there are free slots: the
 * pool that polls them rejects nothing. A slot counts as free one tick after its mark was cleared,
 * when its thread is certainly idle again. Thread-safe; nanoseconds of one monotonic clock.
 */
@ManagedResource(description = "When each entry is polled")
public final class PollSchedule<T> implements Processor {
    /** Between two ticks; a longer one means that nobody asked, not that all entries are late. */
    private static final long GAP = Duration.ofSeconds(1).toNanos();

    private static final long LEAST_SPREAD = Duration.ofSeconds(1).toNanos();
    private static final long SPREAD_EACH = Duration.ofMillis(10).toNanos();

    private final PollRhythm<T> rhythm;
    private final LongSupplier nanos;
    private final RandomGenerator random;
    private final Consumer<T> onSkip;

    // all guarded by this
    private final Map<T, Long> due = new HashMap<>();
    private final Set<T> inFlight = new HashSet<>();
    private final Set<T> failing = new HashSet<>();
    private int justDone;
    private boolean ticked;
    private long lastTick;
    private long skipped;

    /**
     * @param onSkip told of every entry that is due while it is under way; must not block
     */
    public PollSchedule(
            PollRhythm<T> rhythm, LongSupplier nanos, RandomGenerator random, Consumer<T> onSkip) {
        this.rhythm = rhythm;
        this.nanos = nanos;
        this.random = random;
        this.onSkip = onSkip;
    }

    /** Polls the entry from now on: first within a second or, with many entries, 10 ms for each. */
    public synchronized void add(T entry) {
        due.computeIfAbsent(entry, e -> spread(e, nanos.getAsLong(), due.size() + 1));
    }

    /** Polls the entry no more. One that is under way keeps its slot until {@link #done}. */
    public synchronized void remove(T entry) {
        due.remove(entry);
        failing.remove(entry);
    }

    /** The poll has ended, well or badly. */
    public synchronized void done(T entry) {
        if (inFlight.remove(entry)) {
            justDone++;
        }
    }

    /** Notes what {@link #getFailing} counts. */
    public synchronized void failing(T entry, boolean fails) {
        if (!fails) {
            failing.remove(entry);
        } else if (due.containsKey(entry)) {
            failing.add(entry);
        }
    }

    @Override
    public void process(Exchange exchange) {
        exchange.getMessage().setBody(tick());
    }

    /** Entries to poll now, the longest overdue first; each is under way until {@link #done}. */
    public synchronized List<T> tick() {
        long now = nanos.getAsLong();
        adapt(now);
        List<T> overdue = new ArrayList<>();
        due.forEach(
                (entry, at) -> {
                    if (at - now <= 0) {
                        overdue.add(entry);
                    }
                });
        overdue.sort(Comparator.comparingLong((T entry) -> due.get(entry) - now));
        int free = rhythm.slots().getAsInt() - inFlight.size() - justDone;
        List<T> handedOut = new ArrayList<>();
        for (T entry : overdue) {
            if (inFlight.contains(entry)) {
                skipped++;
                onSkip.accept(entry);
                due.put(entry, next(entry, now));
            } else if (handedOut.size() < free) {
                handedOut.add(entry);
                due.put(entry, next(entry, now));
            }
        }
        inFlight.addAll(handedOut);
        justDone = 0;
        ticked = true;
        lastTick = now;
        return handedOut;
    }

    /**
     * After a pause nothing is sent all at once; after a shorter interval nothing waits too long.
     */
    private void adapt(long now) {
        boolean paused = ticked && now - lastTick > GAP;
        due.replaceAll(
                (entry, at) -> {
                    if (paused && at - now <= 0) {
                        return spread(entry, now, due.size());
                    }
                    long every = every(entry);
                    long longest = Math.round(every * (1 + rhythm.jitter()));
                    return at - now > longest ? now + uniform(every) : at;
                });
    }

    private long every(T entry) {
        return rhythm.interval().apply(entry).toNanos();
    }

    private long spread(T entry, long now, int entries) {
        return now + uniform(Math.min(every(entry), Math.max(LEAST_SPREAD, SPREAD_EACH * entries)));
    }

    /** One interval after the last due time, so that delays do not add up; never in the past. */
    private long next(T entry, long now) {
        long last = due.get(entry);
        long varied =
                Math.round(every(entry) * (1 + rhythm.jitter() * (2 * random.nextDouble() - 1)));
        return last + varied - now > 0 ? last + varied : now + varied;
    }

    private long uniform(long below) {
        return (long) (random.nextDouble() * below);
    }

    @ManagedAttribute(description = "Entries that are polled")
    public synchronized int getEntries() {
        return due.size();
    }

    @ManagedAttribute(description = "Polls under way")
    public synchronized int getInFlight() {
        return inFlight.size();
    }

    @ManagedAttribute(description = "Entries that failed several times in a row")
    public synchronized int getFailing() {
        return failing.size();
    }

    @ManagedAttribute(description = "Polls left out because the one before was still under way")
    public synchronized long getSkipped() {
        return skipped;
    }
}
