package dev.drover.sandbox.registry;

import java.util.function.Supplier;

/** The request waits for the database; what is left of it is done later. */
final class Waiting extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Supplier<Reply> rest;

    Waiting(Supplier<Reply> rest) {
        super("waits", null, false, false);
        this.rest = rest;
    }

    Supplier<Reply> rest() {
        return rest;
    }
}
