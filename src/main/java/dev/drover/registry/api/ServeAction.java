package dev.drover.registry.api;

/**
 * One entry of a record's history.
 *
 * @param name unique for its record, which makes adding it twice harmless
 * @param version id of the model version
 */
public record ServeAction(String name, String version, State state) {

    /** {@code lastKnownState}. */
    public enum State {
        NEW,
        RUNNING,
        COMPLETE,
        FAILED
    }
}
