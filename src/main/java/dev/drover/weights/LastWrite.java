package dev.drover.weights;

/**
 * What became of the last patch of a model that was tried, from the ledger of the act route.
 *
 * @param outcome how it ended
 * @param generation of the model when that patch was decided
 * @param atNanos when the answer came, on the monotonic clock
 * @param cause of a refusal: the server's first cause with its field; empty otherwise
 */
public record LastWrite(Outcome outcome, long generation, long atNanos, String cause) {
    /** How a write may end, as far as the next decision cares. */
    public enum Outcome {
        /** The server took it. */
        APPLIED,
        /** 422 with causes: the resulting object is invalid, and the same again never helps. */
        REFUSED,
        /** Anything else: conflict, no answer, no permission, fence closed. */
        FAILED
    }
}
