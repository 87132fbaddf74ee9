package dev.drover.weights.decision;

import java.util.Arrays;

/** Brings numbers to a given sum in proportion to themselves, each within the same bounds. */
final class Fitting {
    /** Below this a number counts as this, so that proportions exist at all. */
    private static final double LEAST = 1e-9;

    private Fitting() {}

    /**
     * {@code clamp(λ·x, lo, hi)} with the one λ that makes the sum {@code total}; all {@code lo} or
     * all {@code hi} where the bounds do not allow that sum.
     */
    static double[] fit(double[] x, double total, double lo, double hi) {
        int n = x.length;
        double[] fitted = new double[n];
        if (total <= n * lo || total >= n * hi) {
            Arrays.fill(fitted, total <= n * lo ? lo : hi);
            return fitted;
        }
        double[] shares = new double[n];
        for (int i = 0; i < n; i++) {
            shares[i] = Math.max(LEAST, x[i]);
        }
        double lambda = lambda(shares, total, lo, hi);
        for (int i = 0; i < n; i++) {
            fitted[i] = clamp(lambda * shares[i], lo, hi);
        }
        return fitted;
    }

    /**
     * The sum as a function of λ is made of straight pieces; each number meets its bounds at two
     * bends. Between the bends around {@code total} the solution is exact.
     */
    private static double lambda(double[] x, double total, double lo, double hi) {
        double[] bends = new double[2 * x.length];
        for (int i = 0; i < x.length; i++) {
            bends[2 * i] = lo / x[i];
            bends[2 * i + 1] = hi / x[i];
        }
        Arrays.sort(bends);
        int below = 0; // the sum at this bend is at most total
        int above = bends.length - 1; // the sum at this bend is at least total
        while (above - below > 1) {
            int middle = (below + above) >>> 1;
            if (sum(x, bends[middle], lo, hi) <= total) {
                below = middle;
            } else {
                above = middle;
            }
        }
        double inside = (bends[below] + bends[above]) / 2;
        double free = 0;
        double bound = 0;
        for (double value : x) {
            double scaled = inside * value;
            if (scaled <= lo || scaled >= hi) {
                bound += clamp(scaled, lo, hi);
            } else {
                free += value;
            }
        }
        return free > 0 ? (total - bound) / free : bends[below];
    }

    private static double sum(double[] x, double lambda, double lo, double hi) {
        double sum = 0;
        for (double value : x) {
            sum += clamp(lambda * value, lo, hi);
        }
        return sum;
    }

    static double clamp(double value, double lo, double hi) {
        return Math.max(lo, Math.min(hi, value));
    }
}
