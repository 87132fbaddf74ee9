package dev.drover.weights.metrics;

import java.util.Map;
import java.util.TreeMap;

/**
 * Samples of a figure between 0 and 1, the largest of each group: an engine writes the same gauge
 * once per rank or per label that does not matter here.
 */
public final class Ratio {
    private final Map<String, Double> valid = new TreeMap<>();
    private Outcome fault = Outcome.MISSING;

    /**
     * Takes a sample; one that is no number from 0 to 1 counts as absent, and why is remembered.
     */
    public void add(String group, double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            fault = Outcome.NOT_A_NUMBER;
        } else if (value < 0 || value > 1) {
            fault = Outcome.OUT_OF_RANGE;
        } else {
            valid.merge(group, value + 0.0, Math::max); // -0.0 + 0.0 is 0.0
        }
    }

    /** Valid samples by group. */
    public Map<String, Double> byGroup() {
        return valid;
    }

    /** Groups with a valid sample. */
    public int groups() {
        return valid.size();
    }

    /** Mean over the groups; null without a valid sample. */
    public Double mean() {
        return valid.isEmpty()
                ? null
                : valid.values().stream().mapToDouble(Double::doubleValue).average().getAsDouble();
    }

    /** OK with a valid sample; else why there is none. */
    public Outcome outcome() {
        return valid.isEmpty() ? fault : Outcome.OK;
    }
}
