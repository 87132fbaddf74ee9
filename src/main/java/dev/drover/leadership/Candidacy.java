package dev.drover.leadership;

/** One process's claim to lead one flow. */
interface Candidacy {
    /** Begins to run for the leadership. */
    void start();

    /** Gives it up: this process leads no longer when this returns. No way back. */
    void stop();

    /** Waits until others have been told, for a bounded time. */
    void awaitRelease();

    LeaseStatus status();

    /** True while a write may be sent. Cheap, never blocks. */
    boolean mayWrite();
}
