package dev.drover.weights.metrics;

/** Labels of the series at hand. Valid only during the call that received them. */
public interface Labels {
    /** Value of the label, unescaped; null when the series has no such label. */
    String get(String name);
}
