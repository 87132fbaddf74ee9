package dev.drover.kubernetes;

/**
 * The server could not (5xx), did not know who asks (401), or was not reached at all ({@link
 * #code()} 0). For a write this means that it was refused or never sent; see {@link AnswerLost} for
 * the case in between.
 */
public final class ServerFailure extends ResourceException {
    private static final long serialVersionUID = 1L;

    public ServerFailure(Answer answer, Throwable cause) {
        super(answer.code() == 0 ? "not reached" : "server failure", answer, cause);
    }
}
