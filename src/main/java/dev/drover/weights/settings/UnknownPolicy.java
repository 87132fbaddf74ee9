package dev.drover.weights.settings;

/** What becomes of the share of a ref whose figures are too old to say anything. */
public enum UnknownPolicy {
    /** It keeps its share. */
    HOLD,
    /** It returns slowly to the share that somebody else last gave it. */
    BASELINE
}
