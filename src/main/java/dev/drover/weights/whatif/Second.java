package dev.drover.weights.whatif;

import java.util.List;

/**
 * What one second of a run came to.
 *
 * @param second since the start
 * @param weights at its end
 * @param load B ÷ K of each cluster
 * @param waiting requests over all clusters
 * @param written reason of the patch that was written, empty for none
 */
record Second(
        int second, List<Integer> weights, List<Double> load, double waiting, String written) {
    boolean patched() {
        return !written.isEmpty();
    }

    /** Weight as part of all, in points per 100. */
    double points(int cluster) {
        int sum = weights.stream().mapToInt(Integer::intValue).sum();
        return sum == 0 ? 0 : 100.0 * weights.get(cluster) / sum;
    }
}
