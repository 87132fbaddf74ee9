package dev.drover.weights.metrics;

/**
 * Takes the series of a page that was read to its end without fault, each series once with its last
 * value, in the order of first appearance.
 */
@FunctionalInterface
public interface SampleSink {
    /**
     * One series.
     *
     * @param family index of the name in {@link Families}
     * @param labels valid during the call only
     * @param value as it stands on the page: may be NaN, infinite or negative
     */
    void sample(int family, Labels labels, double value);
}
