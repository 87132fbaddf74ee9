package dev.drover.kubernetes;

/**
 * The server does not know the kind, or not in any of the versions asked for: its CRD is missing.
 * Not the same as an absent object, and never a reason to treat objects as deleted.
 */
public final class NotServed extends ResourceException {
    private static final long serialVersionUID = 1L;

    public NotServed(Answer answer) {
        super("the server does not serve this kind", answer, null);
    }
}
