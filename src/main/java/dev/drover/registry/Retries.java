package dev.drover.registry;

import dev.drover.registry.api.Failure;
import dev.drover.registry.api.Reason;
import dev.drover.registry.api.Retry;
import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * When a workload is looked at again after a failure. Of many that wait for one registry ten a
 * second are tried.
 */
final class Retries {
    private static final Duration SOON = Duration.ofSeconds(1);
    private static final Duration SLOW = Duration.ofMinutes(5);
    private static final Duration HOURLY = Duration.ofHours(1);
    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(60);
    private static final Duration LONGEST_ASKED_FOR = Duration.ofMinutes(5);
    private static final int RACES = 3;

    /** What was found and is not there is a race once; twice in a row something is wrong. */
    private static final int VANISHED = 1;

    private final DoubleSupplier random;
    private final ReturnTimes turns;

    /**
     * @param random 0 to 1, for jitter
     * @param turns when workloads return that found no free slot
     */
    Retries(DoubleSupplier random, ReturnTimes turns) {
        this.random = random;
        this.turns = turns;
    }

    /** How a failure is to be taken, given what went before. */
    Retry kind(Failure failure, Memories.Entry entry) {
        int races = failure.reason() == Reason.VANISHED ? VANISHED : RACES;
        return failure.retry() == Retry.AT_ONCE && entry.races() >= races
                ? Retry.BACKOFF
                : failure.retry();
    }

    /** What is remembered of the failure itself. */
    Memories.Entry counted(Failure failure, Memories.Entry entry) {
        return switch (kind(failure, entry)) {
            case AT_ONCE -> entry.trying(entry.attempts(), entry.races() + 1);
            case UNCOUNTED -> entry;
            case BACKOFF, SLOW, HOURLY -> entry.trying(entry.attempts() + 1, 0);
        };
    }

    /**
     * The pause.
     *
     * @param entry with this failure counted
     * @param waiting how many workloads wait for the registry
     */
    Duration pause(Failure failure, Retry kind, Memories.Entry entry, int waiting) {
        return switch (kind) {
            case AT_ONCE -> Duration.ZERO;
            case UNCOUNTED ->
                    failure.reason() == Reason.BUSY
                            ? turns.next(failure.registry())
                            : whenOpen(failure, waiting);
            case SLOW -> SLOW;
            case HOURLY -> HOURLY;
            case BACKOFF -> {
                Duration asked = failure.after().orElse(Duration.ZERO);
                Duration own = longer(backoff(entry.attempts()), Queues.GAP.multipliedBy(waiting));
                yield longer(own, shorter(asked, LONGEST_ASKED_FOR));
            }
        };
    }

    /**
     * The breaker refuses every call for a while: nobody comes back before it is over, and then ten
     * a second, or a thousand would ask the breaker a thousand times a second.
     */
    private static Duration whenOpen(Failure failure, int waiting) {
        return longer(failure.after().orElse(SOON), Queues.GAP.multipliedBy(waiting));
    }

    private Duration backoff(int attempts) {
        long millis = SOON.toMillis() << Math.min(Math.max(attempts - 1, 0), 10);
        long capped = Math.min(millis, LONGEST_BACKOFF.toMillis());
        return Duration.ofMillis((long) (capped * (1 + 0.2 * random.getAsDouble())));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
