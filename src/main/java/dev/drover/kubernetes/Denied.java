package dev.drover.kubernetes;

/**
 * An admission webhook, policy or quota refused the write; {@link #serverMessage()} is its text.
 * Somebody must change the object or the policy, so it is retried with growing pauses only.
 */
public final class Denied extends ResourceException {
    private static final long serialVersionUID = 1L;

    public Denied(Answer answer) {
        super("denied by admission", answer, null);
    }
}
