package dev.drover.registry.decision;

/**
 * What the API server said of an object.
 *
 * @param uid of the object; empty unless it is there
 */
public record Presence(State state, String uid) {
    /** Three answers; only the first is a proof. */
    public enum State {
        ABSENT,
        PRESENT,
        /** There, and going away. */
        TERMINATING,
        /** The server did not say, or does not serve the kind. */
        UNKNOWN
    }
}
