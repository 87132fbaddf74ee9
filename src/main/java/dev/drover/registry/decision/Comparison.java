package dev.drover.registry.decision;

/**
 * What the comparison of a workload with the record that it was made of came to. It is good for as
 * long as both sides stay as they were, but not for ever: of an artifact nobody hears that it was
 * edited.
 *
 * @param of what was compared
 * @param untilNanos when it is to be made again; monotonic
 */
public record Comparison(String of, Verdict verdict, long untilNanos) {
    /** How the workload stands to its record. */
    public enum Verdict {
        /** Nothing differs. */
        SAME,

        /** The record would not be made into a workload now; what is there stays. */
        REFUSED,

        /** The API server does not take what would put it back. */
        DENIED,

        /** What differs is put back when others have had their turn. */
        PACED,

        /** What differs was put back too often: somebody else wants it so. */
        CONTENDED
    }
}
