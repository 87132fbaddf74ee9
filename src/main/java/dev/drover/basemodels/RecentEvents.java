package dev.drover.basemodels;

import dev.drover.basemodels.decision.LiveRead;
import dev.drover.basemodels.objects.WarningEvent;
import dev.drover.intents.BoundedMap;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * What was read of Events in the last half minute: an object that makes no progress is looked at
 * more often than its Events change. Bounded; thread-safe.
 */
final class RecentEvents {
    private static final long KEPT = Duration.ofSeconds(30).toNanos();
    private static final int ENTRIES = 4096;

    private final LongSupplier nanos;
    private final Map<LiveRead.Events, Answer> answers =
            new BoundedMap<>(ENTRIES); // guarded by this

    private record Answer(Optional<WarningEvent> newest, long atNanos) {}

    RecentEvents(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Empty when it must be read; the inner one is empty when there was no Warning. */
    synchronized Optional<Optional<WarningEvent>> recent(LiveRead.Events question) {
        Answer answer = answers.get(question);
        if (answer == null || nanos.getAsLong() - answer.atNanos() >= KEPT) {
            answers.remove(question);
            return Optional.empty();
        }
        return Optional.of(answer.newest());
    }

    synchronized void remember(LiveRead.Events question, Optional<WarningEvent> newest) {
        answers.put(question, new Answer(newest, nanos.getAsLong()));
    }

    synchronized void clear() {
        answers.clear();
    }
}
