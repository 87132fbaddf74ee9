package dev.drover.kubernetes;

/**
 * Asked before every write. Closed means that this process may no longer be the leader of the flow:
 * the write is not sent, and its key goes back to the queue. Must be cheap and must not block.
 */
@FunctionalInterface
public interface WriteFence {
    /** True while a write may be sent now. */
    boolean open();
}
