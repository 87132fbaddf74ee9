package dev.drover.weights.metrics;

import java.util.Map;
import java.util.TreeMap;

/** Adds up the series of one counter by group. */
public final class Tally {
    private final Map<String, Double> sums = new TreeMap<>();

    /** Takes a sample; one that is no count is left out. */
    public void add(String group, double value) {
        if (value >= 0 && value < Double.POSITIVE_INFINITY) {
            sums.merge(group, value, Double::sum);
        }
    }

    /** By group. */
    public Map<String, Double> sums() {
        return sums;
    }

    /** Over the groups; null without a valid sample. */
    public Double total() {
        return sums.isEmpty()
                ? null
                : sums.values().stream().mapToDouble(Double::doubleValue).sum();
    }
}
