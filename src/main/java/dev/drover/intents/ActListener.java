package dev.drover.intents;

/** Hears what became of every intent of a flow, for the flow's own series. Must not throw. */
@FunctionalInterface
public interface ActListener {
    /** Called once for each intent, on the thread of the pass. */
    void acted(Intent intent, Outcome outcome);
}
