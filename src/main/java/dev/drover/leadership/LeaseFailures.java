package dev.drover.leadership;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says that a Lease cannot be read or written, when that is worth saying: one failed request is
 * nothing, a missing permission is told at once, anything else once it lasts as long as a renew
 * deadline; again hourly, and once when it is over. Not thread-safe.
 */
final class LeaseFailures {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseFailures.class);
    private static final Duration REMINDER = Duration.ofHours(1);

    private final String flow;
    private final Duration patience;
    private final LongSupplier nanos;

    private boolean failing;
    private long since;
    private boolean told;
    private long toldAt;

    LeaseFailures(String flow, Duration patience, LongSupplier nanos) {
        this.flow = flow;
        this.patience = patience;
        this.nanos = nanos;
    }

    void follow(LeaseAnswer answer) {
        if (answer instanceof LeaseAnswer.Failed failed) {
            failed(failed);
        } else if (failing) {
            failing = false;
            if (told) {
                LOG.info("{}: the Lease can be reached again", flow);
            }
            told = false;
        }
    }

    private void failed(LeaseAnswer.Failed failed) {
        long now = nanos.getAsLong();
        if (!failing) {
            failing = true;
            since = now;
        }
        boolean worth =
                told
                        ? now - toldAt >= REMINDER.toNanos()
                        : failed.forbidden() || now - since >= patience.toNanos();
        if (!worth) {
            LOG.debug("{}: {}", flow, failed.reason());
            return;
        }
        told = true;
        toldAt = now;
        LOG.warn("{}: the Lease cannot be held: {}", flow, failed.reason());
    }
}
