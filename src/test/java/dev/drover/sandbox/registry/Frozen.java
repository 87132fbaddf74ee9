package dev.drover.sandbox.registry;

/** The database does not answer. */
final class Frozen extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Frozen() {
        super("frozen", null, false, false);
    }
}
