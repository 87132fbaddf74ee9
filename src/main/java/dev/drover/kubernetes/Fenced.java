package dev.drover.kubernetes;

/**
 * The write fence was closed: this process may have lost the lease of its flow. Nothing was sent.
 */
public final class Fenced extends ResourceException {
    private static final long serialVersionUID = 1L;

    public Fenced(Answer answer) {
        super("fenced, nothing was sent", answer, null);
    }
}
