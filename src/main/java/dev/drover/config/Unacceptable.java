package dev.drover.config;

/**
 * A text that is not a value of its type. The offending part may be one element of a list, and the
 * reason continues the sentence that begins with it: {@code "weigths" is not a flow}.
 */
final class Unacceptable extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String offending;
    private final String reason;

    Unacceptable(String offending, String reason) {
        super(Quoted.text(offending) + " " + reason);
        this.offending = offending;
        this.reason = reason;
    }

    String offending() {
        return offending;
    }

    String reason() {
        return reason;
    }
}
