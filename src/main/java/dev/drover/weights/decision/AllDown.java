package dev.drover.weights.decision;

/** What becomes of the traffic of a model when every managed ref is down (spec weights 6.7). */
enum AllDown {
    /** At least one is not. */
    NO,
    /** An unmanaged ref is there and carries it. */
    CARRIED,
    /** The baseline is written: a guess is better than an outage. */
    BASELINE
}
