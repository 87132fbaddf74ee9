package dev.drover.registry;

import dev.drover.registry.api.Failure;

/** A write to a registry that did not end well. No fault of the program: it has no stack trace. */
public final class RegistryCallFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Failure failure;

    RegistryCallFailed(Failure failure) {
        super(failure.registry() + ": " + failure, null, false, false);
        this.failure = failure;
    }

    /** Why, and when to try again. */
    public Failure failure() {
        return failure;
    }
}
