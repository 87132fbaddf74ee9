package dev.drover.basemodels.settings;

/**
 * Who binds a claim that waits for its first consumer; {@code drover.basemodels.first-consumer}.
 */
public enum FirstConsumer {
    /** The metadata Job. */
    JOB,
    /** Somebody else: the model waits for it. */
    WAIT
}
