package dev.drover.acceptance;

/** A real control plane with Drover on it, which test classes use one after the other. */
interface SharedCluster extends AutoCloseable {
    /** What the processes of this test wrote so far, for the message of a failure. */
    String logs();

    /** Ends the processes and removes the objects of a test. */
    void clear();

    @Override
    void close();
}
