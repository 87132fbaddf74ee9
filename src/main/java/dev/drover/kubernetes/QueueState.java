package dev.drover.kubernetes;

import java.time.Duration;
import java.util.Collection;

/**
 * Figures of a queue at one moment.
 *
 * @param ready wait for a worker
 * @param delayed wait for a time
 * @param retrying failed last time
 * @param working are with a worker
 * @param adds so far, merged ones included
 * @param oldestReady how long the oldest ready key has waited
 * @param unreconciled age of the oldest change that no successful pass has followed yet
 */
record QueueState(
        int ready,
        int delayed,
        int retrying,
        int working,
        long adds,
        Duration oldestReady,
        Duration unreconciled) {

    /** Counts the entries; the lock of their queue is held. */
    static QueueState of(Collection<QueuedKey> entries, long adds, long now) {
        int ready = 0;
        int delayed = 0;
        int retrying = 0;
        int working = 0;
        long oldest = now;
        long changed = now;
        for (QueuedKey entry : entries) {
            switch (entry.place) {
                case URGENT, BACKLOG -> {
                    ready++;
                    oldest = Math.min(oldest, entry.readySince);
                }
                case DELAYED -> delayed += entry.wanted == QueuedKey.NEVER ? 0 : 1;
                case NOWHERE -> working += entry.working ? 1 : 0;
            }
            retrying += entry.failedLast ? 1 : 0;
            changed = Math.min(changed, Math.min(entry.changedSince, entry.takenChange));
        }
        return new QueueState(
                ready,
                delayed,
                retrying,
                working,
                adds,
                Duration.ofNanos(now - oldest),
                Duration.ofNanos(now - changed));
    }
}
