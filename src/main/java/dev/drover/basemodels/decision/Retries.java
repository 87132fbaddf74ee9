package dev.drover.basemodels.decision;

import dev.drover.basemodels.job.Fingerprint;
import dev.drover.basemodels.settings.RetrySettings;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** When a failed extraction is tried again. */
final class Retries {
    private static final double SPREAD = 0.1;
    private static final int FIRST_BYTE = 255;

    private Retries() {}

    /**
     * Empty = never by itself.
     *
     * @param failures so far, this one included
     */
    static Optional<Instant> next(
            RetrySettings settings,
            Fingerprint fingerprint,
            int failures,
            boolean permanent,
            Instant failedAt) {
        return delay(settings, failures, permanent)
                .map(delay -> failedAt.plusSeconds(spread(delay, fingerprint)));
    }

    /**
     * What a recorded time means now: one further away than the largest delay, which only a clock
     * that was moved can have made, counts as now and that delay.
     */
    static Instant plausible(
            RetrySettings settings, Fingerprint fingerprint, Instant next, Instant now) {
        Duration largest =
                settings.slow().compareTo(settings.longest()) > 0
                        ? settings.slow()
                        : settings.longest();
        Instant latest = now.plusSeconds(spread(largest, fingerprint));
        return next.isAfter(latest) ? latest : next;
    }

    private static Optional<Duration> delay(
            RetrySettings settings, int failures, boolean permanent) {
        if (permanent || failures >= settings.maxAttempts()) {
            return settings.slow().isZero() ? Optional.empty() : Optional.of(settings.slow());
        }
        Duration delay = settings.delay();
        for (int i = 1; i < failures && delay.compareTo(settings.longest()) < 0; i++) {
            delay = delay.multipliedBy(2);
        }
        return Optional.of(delay.compareTo(settings.longest()) > 0 ? settings.longest() : delay);
    }

    /** Models that failed together do not come back together. */
    private static long spread(Duration delay, Fingerprint fingerprint) {
        double factor = 1 + SPREAD * fingerprint.spread() / FIRST_BYTE;
        return Math.round(delay.toMillis() / 1000.0 * factor);
    }
}
