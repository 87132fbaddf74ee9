package dev.drover.basemodels;

import dev.drover.basemodels.decision.LogLine;
import dev.drover.intents.BoundedMap;
import dev.drover.kubernetes.ObjectKey;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The last line that was logged about each model. A refused write is tried again for hours, and in
 * observe mode every look finds the same to do: that is said once, and again every hour. Bounded;
 * thread-safe.
 */
final class LinesTold {
    private static final long REMINDER = Duration.ofHours(1).toNanos();
    private static final int MODELS = 20_000;

    private final LongSupplier nanos;
    private final Map<ObjectKey, Told> last = new BoundedMap<>(MODELS); // guarded by this

    private record Told(LogLine line, long atNanos) {}

    LinesTold(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** True when the line should be logged now, which is then remembered. */
    synchronized boolean news(ObjectKey model, LogLine line) {
        long now = nanos.getAsLong();
        Told known = last.get(model);
        if (known != null && known.line().equals(line) && now - known.atNanos() < REMINDER) {
            return false;
        }
        last.put(model, new Told(line, now));
        return true;
    }

    synchronized void forget(ObjectKey model) {
        last.remove(model);
    }
}
