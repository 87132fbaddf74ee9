package dev.drover.kubernetes;

/**
 * The server asks for less (429), for {@link #retryAfter()} when it says so. Every key of the same
 * client waits that long, not only the one that was refused.
 */
public final class Throttled extends ResourceException {
    private static final long serialVersionUID = 1L;

    public Throttled(Answer answer) {
        super("throttled", answer, null);
    }
}
