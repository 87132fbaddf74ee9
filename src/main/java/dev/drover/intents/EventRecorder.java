package dev.drover.intents;

/** Takes Kubernetes Events that are to be sent. Best effort: it never blocks and never throws. */
@FunctionalInterface
public interface EventRecorder {
    /**
     * Sends the Event some time soon, or drops it when there are too many.
     *
     * @param flow whose Event it is; its reporting controller is {@code drover.dev/<flow>}
     */
    void record(String flow, Notice notice);
}
