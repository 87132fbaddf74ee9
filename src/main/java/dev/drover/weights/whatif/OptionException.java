package dev.drover.weights.whatif;

/** An option of the command line cannot be used; the message names it and the accepted form. */
final class OptionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    OptionException(String option, String value, String accepted) {
        super("--%s %s: not understood; accepted: %s".formatted(option, shown(value), accepted));
    }

    OptionException(String message) {
        super(message);
    }

    private static String shown(String value) {
        return value.length() > 200 ? value.substring(0, 200) + "…" : value;
    }
}
