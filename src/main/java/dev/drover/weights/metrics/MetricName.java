package dev.drover.weights.metrics;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a page carries a figure: the exact name of a sample and, where several figures share a
 * family, one label that must have the given value. A name with a colon stands for the one with an
 * underscore too.
 *
 * @param label empty when every series of the family will do
 */
public record MetricName(String family, String label, String value) {
    private static final Pattern FORM =
            Pattern.compile(
                    "([A-Za-z_:][A-Za-z0-9_:]*)"
                            + "(?:\\{\\s*([A-Za-z_][A-Za-z0-9_]*)\\s*=\\s*\"([^\"\\\\]*)\"\\s*})?");

    /**
     * Reads {@code vllm:num_requests_running} or {@code family{label="value"}}.
     *
     * @throws IllegalArgumentException for anything else
     */
    public static MetricName parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("is not the name of a metric");
        }
        boolean labelled = form.group(2) != null;
        return new MetricName(
                form.group(1), labelled ? form.group(2) : "", labelled ? form.group(3) : "");
    }

    /** True when a series of this family with these labels is the one that is meant. */
    public boolean selects(Labels labels) {
        return label.isEmpty() || value.equals(labels.get(label));
    }

    @Override
    public String toString() {
        return label.isEmpty() ? family : family + "{" + label + "=\"" + value + "\"}";
    }
}
