package dev.drover.intents;

import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Turns what is recorded into as few writes as client-go's recorder would (spec operations 10): the
 * same Event again raises the count of a series, from the tenth different note on one combined
 * Event stands for the rest, and an object that talks too much is cut off. No I/O; one thread.
 *
 * <p>A dropped Event still counts: the next write of its series carries the true number.
 */
final class EventCorrelator {
    private static final long WINDOW = Duration.ofMinutes(10).toNanos();
    private static final int DIFFERENT_NOTES = 9;
    private static final int ENTRIES = 4096;

    /** Stands in a key for all notes that are combined; no note is null. */
    private static final String COMBINED = null;

    private final LongSupplier nanos;
    private final Supplier<String> suffixes;
    private final Map<Kind, Notes> notes = new BoundedMap<>(ENTRIES);
    private final Map<SeriesKey, Series> series = new BoundedMap<>(ENTRIES);
    private final Map<Notice.ObjectReference, TokenBucket> buckets = new BoundedMap<>(ENTRIES);

    private record Kind(
            String flow,
            Notice.ObjectReference regarding,
            String action,
            String reason,
            Notice.Type type) {}

    private record SeriesKey(Kind kind, String note) {}

    private static final class Notes {
        private final Set<String> different = new HashSet<>();
        private long lastNanos;
    }

    private static final class Series {
        private final String name;
        private final String note;
        private int count;
        private long lastNanos;
        private boolean created;

        Series(String name, String note) {
            this.name = name;
            this.note = note;
        }
    }

    /**
     * @param nanos monotonic clock
     * @param suffixes unique ends of Event names
     */
    EventCorrelator(LongSupplier nanos, Supplier<String> suffixes) {
        this.nanos = nanos;
        this.suffixes = suffixes;
    }

    /** The write that makes the Event known, or empty when the object is over its limit. */
    Optional<EventWrite> correlate(String flow, Notice notice) {
        long now = nanos.getAsLong();
        Series one = seriesOf(flow, notice, now);
        one.count++;
        one.lastNanos = now;
        TokenBucket bucket =
                buckets.computeIfAbsent(notice.regarding(), object -> new TokenBucket(now));
        if (!bucket.take(now)) {
            return Optional.empty();
        }
        boolean create = !one.created;
        one.created = true;
        return Optional.of(new EventWrite(create, one.name, flow, notice, one.note, one.count));
    }

    private Series seriesOf(String flow, Notice notice, long now) {
        Kind kind =
                new Kind(flow, notice.regarding(), notice.action(), notice.reason(), notice.type());
        boolean combined = isOneTooMany(kind, notice.note(), now);
        SeriesKey key = new SeriesKey(kind, combined ? COMBINED : notice.note());
        Series known = series.get(key);
        if (known != null && now - known.lastNanos <= WINDOW) {
            return known;
        }
        String note = combined ? "(combined from similar events): " + notice.note() : notice.note();
        Series fresh = new Series(EventWrite.name(notice.regarding().name(), suffixes.get()), note);
        series.put(key, fresh);
        return fresh;
    }

    private boolean isOneTooMany(Kind kind, String note, long now) {
        Notes known = notes.get(kind);
        if (known == null || now - known.lastNanos > WINDOW) {
            known = new Notes();
            notes.put(kind, known);
        }
        known.lastNanos = now;
        if (known.different.contains(note)) {
            return false;
        }
        return known.different.size() >= DIFFERENT_NOTES || !known.different.add(note);
    }
}
