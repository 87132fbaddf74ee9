package dev.drover.sandbox.registry;

/** The server fails in a way that closes the connection without an answer. */
final class Dropped extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Dropped() {
        super("dropped", null, false, false);
    }
}
