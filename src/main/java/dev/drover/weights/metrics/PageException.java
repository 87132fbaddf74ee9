package dev.drover.weights.metrics;

/**
 * A page that cannot be used, and why. Nothing of such a page may be taken over. The message is for
 * the person who runs the target; it holds at most 200 characters of the page, escaped.
 */
public final class PageException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Outcome outcome;

    public PageException(Outcome outcome, String message) {
        super(message);
        this.outcome = outcome;
    }

    public Outcome outcome() {
        return outcome;
    }
}
