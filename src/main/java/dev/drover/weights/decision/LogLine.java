package dev.drover.weights.decision;

/**
 * A line that a decision wants logged, as a value: decisions themselves log nothing.
 *
 * @param level how loud
 * @param text without the object's key
 */
public record LogLine(Level level, String text) {
    /** The levels that decisions use. */
    public enum Level {
        DEBUG,
        INFO,
        WARN
    }
}
