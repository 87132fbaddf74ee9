package dev.drover.weights.decision;

import java.util.List;

/**
 * What became of the last patch of a model that was tried, from the ledger of the act route.
 *
 * @param outcome how it ended
 * @param generation of the model when that patch was decided
 * @param atNanos when the answer came, on the monotonic clock
 * @param cause of a refusal: the server's first cause with its field; empty otherwise
 * @param fields of all causes of a refusal, as the server names them
 */
public record LastWrite(
        Outcome outcome, long generation, long atNanos, String cause, List<String> fields) {
    /** How a write may end, as far as the next decision cares. */
    public enum Outcome {
        /** The server took it. */
        APPLIED,
        /** 422 with causes: the resulting object is invalid, and the same again never helps. */
        REFUSED,
        /** Anything else: conflict, no answer, no permission, fence closed. */
        FAILED
    }

    public LastWrite {
        fields = List.copyOf(fields);
    }
}
