package dev.drover.routing;

/**
 * A user's file that does not run, and why.
 *
 * @param file {@code routes/weights-act.camel.yaml}
 * @param reason what is wrong, where in the file, and what was probably meant
 */
public record Rejection(String file, String reason) {

    @Override
    public String toString() {
        return file + ": " + reason;
    }
}
