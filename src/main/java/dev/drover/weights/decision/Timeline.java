package dev.drover.weights.decision;

import java.util.OptionalLong;

/**
 * When things happened to a model, on the monotonic clock.
 *
 * @param firstSeen first decision of this process about it
 * @param step last load step
 * @param written last write that reached the object
 * @param firstMove first move, while its pause may still last
 * @param firstMoveConsidered true once it was made, or found to be too small to make
 */
record Timeline(
        OptionalLong firstSeen,
        OptionalLong step,
        OptionalLong written,
        OptionalLong firstMove,
        boolean firstMoveConsidered) {
    static final Timeline START =
            new Timeline(
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    false);

    /**
     * The same with what the object tells: a write that has arrived, or one of an earlier process,
     * whose age only the wall clock knows.
     */
    Timeline after(Ownership ownership, Observed observed) {
        Timeline seen = seenAt(observed.nanos());
        if (ownership.confirmed().isPresent()) {
            Pending written = ownership.confirmed().get();
            seen = seen.writtenAt(written.atNanos(), written.state().reason());
        } else if (ownership.adopted()) {
            WeightsState state = ownership.known().state();
            long age = Age.nanos(state.at(), observed.now());
            seen = seen.writtenAt(observed.nanos() - age, state.reason());
        }
        return ownership.known().written() ? seen.withFirstMoveConsidered(true) : seen;
    }

    Timeline seenAt(long nanos) {
        return firstSeen.isPresent()
                ? this
                : new Timeline(
                        OptionalLong.of(nanos), step, written, firstMove, firstMoveConsidered);
    }

    Timeline steppedAt(long nanos) {
        return new Timeline(
                firstSeen, OptionalLong.of(nanos), written, firstMove, firstMoveConsidered);
    }

    Timeline writtenAt(long nanos, String reason) {
        return new Timeline(
                firstSeen,
                step,
                OptionalLong.of(nanos),
                reason.equals(WriteChoice.FIRST) ? OptionalLong.of(nanos) : firstMove,
                true);
    }

    /** What was only published does not count as written, once writing is allowed. */
    Timeline withoutWrites() {
        return new Timeline(firstSeen, step, OptionalLong.empty(), OptionalLong.empty(), false);
    }

    Timeline withFirstMoveConsidered(boolean considered) {
        return new Timeline(firstSeen, step, written, firstMove, considered);
    }
}
