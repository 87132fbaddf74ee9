package dev.drover.kubernetes;

/** A create met an object of that name. Callers of the producer get that object instead. */
final class AlreadyExists extends ResourceException {
    private static final long serialVersionUID = 1L;

    AlreadyExists(Answer answer) {
        super("already exists", answer, null);
    }
}
