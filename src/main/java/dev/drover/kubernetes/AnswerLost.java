package dev.drover.kubernetes;

/**
 * A write was sent and no answer came: neither success nor failure. The next pass must read before
 * it decides.
 */
public final class AnswerLost extends ResourceException {
    private static final long serialVersionUID = 1L;

    public AnswerLost(Answer answer, Throwable cause) {
        super("sent, but no answer came", answer, cause);
    }
}
