package dev.drover.basemodels.decision;

/**
 * A line that a decision wants logged, as a value: decisions themselves log nothing.
 *
 * @param warning else INFO
 */
public record LogLine(boolean warning, String text) {}
