package dev.drover.registry.decision;

/**
 * How a workload is doing, as the status page, metrics and Events say it.
 *
 * @param reason CamelCase
 * @param message for people, may be empty
 */
public record Standing(State state, String reason, String message) {
    /** Label {@code state} of {@code drover_registry_objects}. */
    public enum State {
        SYNCED,
        PENDING,
        FAILED,
        SKIPPED
    }

    static Standing synced() {
        return new Standing(State.SYNCED, "Linked", "");
    }

    static Standing pending(String reason, String message) {
        return new Standing(State.PENDING, reason, message);
    }

    static Standing failed(String reason, String message) {
        return new Standing(State.FAILED, reason, message);
    }

    static Standing skipped(String reason) {
        return new Standing(State.SKIPPED, reason, "");
    }

    /** False when the two differ in words only: then nothing is news. */
    public boolean sameAs(Standing other) {
        return state == other.state && reason.equals(other.reason);
    }
}
