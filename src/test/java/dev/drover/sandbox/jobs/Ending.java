package dev.drover.sandbox.jobs;

/**
 * How the container of a Job ends.
 *
 * @param message the termination message
 */
public record Ending(int exitCode, String reason, String message) {
    public static Ending of(int exitCode, String message) {
        return new Ending(exitCode, exitCode == 0 ? "Completed" : "Error", message);
    }
}
