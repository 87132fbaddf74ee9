package dev.drover.intents;

import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Decides whether a line is worth a log entry: when its text is new for its subject, at most once a
 * minute, and again every hour while it lasts. Bounded; thread-safe.
 */
final class News {
    private static final int SUBJECTS = 4096;
    private static final long PAUSE = Duration.ofMinutes(1).toNanos();
    private static final long REMINDER = Duration.ofHours(1).toNanos();

    private final LongSupplier nanos;
    private final Map<String, Said> said = new BoundedMap<>(SUBJECTS); // guarded by this

    private record Said(String text, long atNanos) {}

    News(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** True when the line should be written now, which is then remembered. */
    synchronized boolean is(String subject, String text) {
        long now = nanos.getAsLong();
        Said last = said.get(subject);
        long wait = last == null ? 0 : last.text().equals(text) ? REMINDER : PAUSE;
        if (last != null && now - last.atNanos() < wait) {
            return false;
        }
        said.put(subject, new Said(text, now));
        return true;
    }

    /** The state is over: the next line about the subject is news. */
    synchronized void over(String subject) {
        said.remove(subject);
    }
}
