package dev.drover.kubernetes;

/** Which changes of an object are delivered. Creation and deletion always are. */
public enum Delivery {
    /**
     * Generation, labels, annotations or the mark of deletion changed; not a write of the status.
     */
    spec,
    /** Every new version. */
    any,
    /** The value of the bean {@code view} changed. */
    view
}
