package dev.drover.weights.metrics;

/** Collects the series of one page and says what they mean. Made anew for every page. */
public interface PageReading extends SampleSink {
    /** The page, once all series were handed in. */
    Page page();
}
