package dev.drover.basemodels.decision;

import java.time.Instant;

/**
 * Why an attempt failed.
 *
 * @param exit of the container, -1 when it has none
 * @param message sentence and hint
 * @param excerpt words of others
 */
record AttemptFailure(Cause cause, int exit, String message, String excerpt, Instant at) {
    static AttemptFailure of(Cause cause, String message, Instant at) {
        return new AttemptFailure(cause, -1, message, "", at);
    }

    AttemptFailure withExit(int code) {
        return new AttemptFailure(cause, code, message, excerpt, at);
    }

    AttemptFailure withExcerpt(String words) {
        return new AttemptFailure(cause, exit, message, words, at);
    }
}
