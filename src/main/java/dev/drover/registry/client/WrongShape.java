package dev.drover.registry.client;

/** An answer is JSON, but not of the shape that the API promises. Never holds what was sent. */
final class WrongShape extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WrongShape(String what) {
        super(what);
    }
}
