package dev.drover.leadership;

import java.util.Optional;

/**
 * Where an election stands.
 *
 * @param holder who is known to hold the Lease: this process if it leads, else the one it last read
 * @param renewalSentNanos when the last successful renewal was sent, on the monotonic clock; means
 *     nothing unless {@code leading}
 * @param uid of the Lease; empty while unknown
 */
record LeaseStatus(boolean leading, Optional<String> holder, long renewalSentNanos, String uid) {
    static final LeaseStatus NONE = new LeaseStatus(false, Optional.empty(), 0, "");

    /** False when a change from {@code before} is only a renewal. */
    boolean news(LeaseStatus before) {
        return leading != before.leading || !holder.equals(before.holder);
    }
}
