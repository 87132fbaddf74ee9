package dev.drover.routing;

/** A route file fails a check; the message is the reason of its {@link Rejection}. */
final class RejectedException extends Exception {
    private static final long serialVersionUID = 1L;

    RejectedException(String reason) {
        super(reason);
    }
}
