package dev.drover.status;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.LongSupplier;
import java.util.logging.LogRecord;

/**
 * Lets the same warning about the same object through once a minute. The template of a message is
 * not known here (slf4j fills it in before), so two messages are the same when they differ in
 * digits only. Not thread-safe.
 */
final class Repetitions {
    private static final Duration PERIOD = Duration.ofMinutes(1);
    private static final int REMEMBERED = 4096;

    private final LongSupplier nanos;
    private final Map<String, Seen> seen =
            new LinkedHashMap<>(64, 0.75f, true) {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Seen> eldest) {
                    return size() > REMEMBERED;
                }
            };

    Repetitions(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** How many like it were left out since the last one; empty = leave this one out too. */
    OptionalInt admit(LogRecord record, LogContext context, String message) {
        String like =
                record.getLoggerName()
                        + '\n'
                        + context.object()
                        + '\n'
                        + message.replaceAll("\\d+", "0");
        long now = nanos.getAsLong();
        Seen last = seen.get(like);
        if (last != null && now - last.atNanos() < PERIOD.toNanos()) {
            seen.put(like, new Seen(last.atNanos(), last.suppressed() + 1));
            return OptionalInt.empty();
        }
        seen.put(like, new Seen(now, 0));
        return OptionalInt.of(last == null ? 0 : last.suppressed());
    }

    private record Seen(long atNanos, int suppressed) {}
}
