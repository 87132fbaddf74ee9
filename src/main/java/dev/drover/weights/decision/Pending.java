package dev.drover.weights.decision;

import java.util.Optional;

/**
 * A patch that was handed out and has not been seen in the object yet.
 *
 * @param text of its annotation, by which it is recognised
 * @param state that the annotation says
 * @param atNanos when it was decided, on the monotonic clock
 */
record Pending(String text, WeightsState state, long atNanos) {
    boolean ofReason(String reason) {
        return state.reason().equals(reason);
    }

    /** As it is known once the object shows it, or the server has said so. */
    Known known() {
        return new Known(Optional.of(text), state, true);
    }
}
