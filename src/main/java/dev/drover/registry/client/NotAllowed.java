package dev.drover.registry.client;

/** A call to something that is no registry, or that leads out of one. Nothing was sent. */
final class NotAllowed extends Exception {
    private static final long serialVersionUID = 1L;

    NotAllowed(String message) {
        super(message);
    }
}
