package dev.drover.kubernetes;

/**
 * There is no such object (404). A read answers absence without this exception, a write does not:
 * what was to be changed is gone, and the next pass must decide without it.
 */
public final class NotFound extends ResourceException {
    private static final long serialVersionUID = 1L;

    public NotFound(Answer answer) {
        super("not found", answer, null);
    }
}
