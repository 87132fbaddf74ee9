package dev.drover.weights.metrics;

import java.util.Map;
import java.util.TreeMap;

/** Samples of a figure that is finite and not negative: the largest of each group, then the sum. */
public final class Amount {
    private final Map<String, Double> largest = new TreeMap<>();

    /** Takes a sample; any other value counts as absent. */
    public void add(String group, double value) {
        if (value >= 0 && value < Double.POSITIVE_INFINITY) {
            largest.merge(group, value + 0.0, Math::max);
        }
    }

    /** By group. */
    public Map<String, Double> byGroup() {
        return largest;
    }

    /** Over the groups; null without a valid sample. */
    public Double sum() {
        return largest.isEmpty()
                ? null
                : largest.values().stream().mapToDouble(Double::doubleValue).sum();
    }
}
