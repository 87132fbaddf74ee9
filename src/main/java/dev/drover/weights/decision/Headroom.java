package dev.drover.weights.decision;

/** What is free of a cluster, as a factor of its weight. */
final class Headroom {
    private static final double LEAST = 0.02;

    private Headroom() {}

    /**
     * @param used KV-cache use and error rate together
     */
    static double of(double used) {
        return Math.max(LEAST, 1 - Math.min(1, used));
    }
}
