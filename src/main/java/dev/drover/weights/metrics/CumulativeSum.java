package dev.drover.weights.metrics;

import java.util.TreeMap;

/** Adds up the series of one histogram over the labels that do not matter. */
public final class CumulativeSum {
    private final TreeMap<Double, Double> buckets = new TreeMap<>();
    private double sum;
    private double count;
    private boolean summed;
    private boolean counted;

    /** A sample of {@code h_bucket}; one whose bound or value is no count is left out. */
    public void bucket(String le, double value) {
        if (le != null && countable(value)) {
            try {
                double bound =
                        le.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(le);
                if (!Double.isNaN(bound)) {
                    buckets.merge(bound, value, Double::sum);
                }
            } catch (NumberFormatException e) {
                // a bound that is no number cannot be compared with one of the next page
            }
        }
    }

    /** A sample of {@code h_sum}. */
    public void sum(double value) {
        if (countable(value)) {
            sum += value;
            summed = true;
        }
    }

    /** A sample of {@code h_count}. */
    public void count(double value) {
        if (countable(value)) {
            count += value;
            counted = true;
        }
    }

    /** All counts together; null when there was none. */
    public Double count() {
        return counted ? count : null;
    }

    /** True once anything was added. */
    public boolean seen() {
        return summed || counted || !buckets.isEmpty();
    }

    /** The histogram; null unless both count and sum stood on the page. */
    Cumulative total() {
        return summed && counted ? Cumulative.of(count, sum, buckets) : null;
    }

    private static boolean countable(double value) {
        return value >= 0 && value < Double.POSITIVE_INFINITY;
    }
}
