package dev.drover.kubernetes;

import java.time.Duration;
import java.util.Objects;

/**
 * How a pass over a key ended, as far as the queue is concerned.
 *
 * @param after for {@code DONE} and {@code REJECTED} when to deliver again, for {@code FAILED} the
 *     pause that the server asked for, for {@code RETURNED} how long to wait; null = none
 */
record PassOutcome(Kind kind, Duration after) {
    enum Kind {
        /** Succeeded. */
        DONE,
        /** Could not be done and will not be tried again before the object changes. */
        REJECTED,
        /** To be tried again with a growing pause. */
        FAILED,
        /** Decided on an object that somebody else had changed: at once again, on a live read. */
        CONFLICT,
        /** Not worked on: goes back as it came. */
        RETURNED
    }

    PassOutcome {
        Objects.requireNonNull(kind, "kind");
    }

    static PassOutcome done() {
        return new PassOutcome(Kind.DONE, null);
    }

    static PassOutcome lookAgain(Duration after) {
        return new PassOutcome(Kind.DONE, after);
    }

    static PassOutcome rejected(Duration lookAgain) {
        return new PassOutcome(Kind.REJECTED, lookAgain);
    }

    static PassOutcome failed() {
        return new PassOutcome(Kind.FAILED, null);
    }

    static PassOutcome failed(Duration retryAfter) {
        return new PassOutcome(Kind.FAILED, retryAfter);
    }

    static PassOutcome conflict() {
        return new PassOutcome(Kind.CONFLICT, null);
    }

    static PassOutcome returned(Duration after) {
        return new PassOutcome(Kind.RETURNED, after);
    }
}
