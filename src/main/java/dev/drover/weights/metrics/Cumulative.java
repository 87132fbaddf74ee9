package dev.drover.weights.metrics;

import java.util.Arrays;
import java.util.NavigableMap;

/**
 * A histogram as it stands on a page, or the difference of two: count, sum, and for each upper
 * bound how many observations are not above it. A pair of counters (errors of requests) is the same
 * thing without buckets. Immutable.
 */
final class Cumulative {
    /** What a new process starts from. Has no bounds: none of the other side's is missing in it. */
    static final Cumulative ZERO = new Cumulative(0, 0, new double[0], new double[0]);

    private final double count;
    private final double sum;
    private final double[] bounds; // ascending
    private final double[] atMost;

    private Cumulative(double count, double sum, double[] bounds, double[] atMost) {
        this.count = count;
        this.sum = sum;
        this.bounds = bounds;
        this.atMost = atMost;
    }

    static Cumulative of(double count, double sum, NavigableMap<Double, Double> buckets) {
        return new Cumulative(
                count,
                sum,
                buckets.keySet().stream().mapToDouble(Double::doubleValue).toArray(),
                buckets.values().stream().mapToDouble(Double::doubleValue).toArray());
    }

    static Cumulative of(double count, double sum) {
        return new Cumulative(count, sum, ZERO.bounds, ZERO.atMost);
    }

    double count() {
        return count;
    }

    double sum() {
        return sum;
    }

    /**
     * How many observations are not above {@code bound}; NaN when it is not a bound of this one.
     */
    double atMost(double bound) {
        int i = Arrays.binarySearch(bounds, bound);
        return i < 0 ? Double.NaN : atMost[i];
    }

    /** True when anything is smaller than in {@code before}: another process answers. */
    boolean below(Cumulative before) {
        boolean below = count < before.count || sum < before.sum;
        for (int i = 0; i < bounds.length && !below; i++) {
            below = atMost[i] < before.atMost(bounds[i]); // NaN: never
        }
        return below;
    }

    /** What was observed since {@code baseline}; only bounds that both have. */
    Cumulative since(Cumulative baseline) {
        double[] shared = new double[bounds.length];
        double[] counts = new double[bounds.length];
        int n = 0;
        for (int i = 0; i < bounds.length; i++) {
            double before = baseline == ZERO ? 0 : baseline.atMost(bounds[i]);
            if (!Double.isNaN(before)) {
                shared[n] = bounds[i];
                counts[n++] = atMost[i] - before;
            }
        }
        return new Cumulative(
                count - baseline.count,
                sum - baseline.sum,
                Arrays.copyOf(shared, n),
                Arrays.copyOf(counts, n));
    }

    /** Sum by count; call only with observations. */
    double mean() {
        return Math.max(0, sum / count);
    }

    /**
     * Linear inside the first bucket that reaches {@code q} of the total, from 0 in the first one;
     * the highest finite bound when that is the last bucket. Null without observations in buckets
     * or without a finite bound.
     */
    Double quantile(double q) {
        int finite = bounds.length;
        while (finite > 0 && Double.isInfinite(bounds[finite - 1])) {
            finite--;
        }
        double total = bounds.length > finite ? atMost[bounds.length - 1] : count;
        for (int i = 0; i < finite; i++) {
            total = Math.max(total, atMost[i]); // forced monotone, like the walk below
        }
        if (finite == 0 || !(total > 0)) {
            return null;
        }
        double rank = q * total;
        double reached = 0;
        double lower = 0;
        for (int i = 0; i < finite; i++) {
            double here = Math.max(reached, atMost[i]);
            if (here >= rank && here > reached) {
                return lower + (bounds[i] - lower) * (rank - reached) / (here - reached);
            }
            reached = here;
            lower = bounds[i];
        }
        return bounds[finite - 1];
    }
}
