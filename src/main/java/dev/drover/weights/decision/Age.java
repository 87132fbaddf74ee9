package dev.drover.weights.decision;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** How long ago the weights were written, where only the wall clock knows. */
final class Age {
    /** Nothing lasts as long as this, and longer ages may not fit into nanoseconds. */
    private static final Duration LONGEST = Duration.ofDays(1);

    private Age() {}

    /** Nanoseconds from {@code at} to {@code now}, 0 to one day. */
    static long nanos(Instant at, Instant now) {
        Duration age = Duration.between(at, now);
        if (age.isNegative()) {
            return 0;
        }
        return age.compareTo(LONGEST) > 0 ? LONGEST.toNanos() : age.toNanos();
    }

    /**
     * Nanoseconds since the last write of the model; empty when there was none.
     *
     * @param read the annotation, if it is new to this process
     */
    static OptionalLong ofWrite(
            Optional<Pending> confirmed,
            Optional<WeightsState> read,
            ModelState memory,
            Observed observed) {
        if (confirmed.isPresent()) {
            return OptionalLong.of(observed.nanos() - confirmed.get().atNanos());
        }
        if (read.isPresent()) {
            return OptionalLong.of(nanos(read.get().at(), observed.now()));
        }
        OptionalLong written = memory.timeline().written();
        return written.isPresent()
                ? OptionalLong.of(observed.nanos() - written.getAsLong())
                : OptionalLong.empty();
    }
}
