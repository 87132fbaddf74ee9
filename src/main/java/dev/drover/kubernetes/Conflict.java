package dev.drover.kubernetes;

/**
 * Somebody else changed the object first: 409 on an update, or a JSON Patch whose {@code test}
 * failed, which the server answers with a 422 that names no cause. The change must be decided anew
 * on the object as it now is; sending the same again never helps.
 */
public final class Conflict extends ResourceException {
    private static final long serialVersionUID = 1L;

    public Conflict(Answer answer) {
        super("conflict", answer, null);
    }
}
