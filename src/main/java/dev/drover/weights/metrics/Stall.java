package dev.drover.weights.metrics;

import java.util.List;

/**
 * Whether the engines of a source make progress. vLLM answers scrapes while its engine is dead
 * (vLLM #39863), so figures alone do not show it.
 *
 * @param verdict on the source as a whole
 * @param engines labels of the engines that make none, in order; "" where the page has no label
 */
public record Stall(Verdict verdict, List<String> engines) {
    /** What is known of the engines that have work. */
    public enum Verdict {
        /** Too little was read to say anything: no evidence in either direction. */
        UNKNOWN,
        /** One of them moves, or none has work, or it cannot be told of such pages. */
        MOVES,
        /** Every engine that has work makes no progress. */
        STALLED
    }

    /** Nothing was read. */
    public static final Stall UNKNOWN = new Stall(Verdict.UNKNOWN, List.of());

    /** Nothing stands still. */
    public static final Stall NONE = new Stall(Verdict.MOVES, List.of());

    public Stall {
        engines = List.copyOf(engines);
    }
}
