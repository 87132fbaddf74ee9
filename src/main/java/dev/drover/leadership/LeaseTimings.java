package dev.drover.leadership;

import java.time.Duration;

/**
 * The three periods of a Lease, as client-go names them. A leader that cannot renew for {@code
 * renewDeadline} stops writing; the others take over no earlier than {@code duration} after the
 * last renewal that they saw.
 *
 * @param duration how long a Lease is honoured without a sign of its holder; default 15 s
 * @param renewDeadline how long a leader leads after it sent its last successful renewal; default
 *     10 s, less than {@code duration}
 * @param retryPeriod pause between two renewals, or two looks of a standby; default 2 s, less than
 *     half of {@code renewDeadline}
 */
public record LeaseTimings(Duration duration, Duration renewDeadline, Duration retryPeriod) {
    /** 15 s, 10 s, 2 s. */
    public static final LeaseTimings DEFAULT =
            new LeaseTimings(Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(2));

    private static final Duration LONGEST_REQUEST = Duration.ofSeconds(3);

    public LeaseTimings {
        if (retryPeriod.isNegative() || retryPeriod.isZero()) {
            throw new IllegalArgumentException("retry period " + retryPeriod + " is not positive");
        }
        if (retryPeriod.multipliedBy(2).compareTo(renewDeadline) >= 0) {
            throw new IllegalArgumentException(
                    "twice the retry period "
                            + retryPeriod
                            + " is not below the renew deadline "
                            + renewDeadline);
        }
        if (renewDeadline.compareTo(duration) >= 0) {
            throw new IllegalArgumentException(
                    "renew deadline " + renewDeadline + " is not below the duration " + duration);
        }
    }

    /**
     * What one request for a Lease may take: 3 s, or a third of a shorter renew deadline, so that
     * one request that hangs never costs the Lease.
     */
    public Duration requestTimeout() {
        Duration third = renewDeadline.dividedBy(3);
        return third.compareTo(LONGEST_REQUEST) < 0 ? third : LONGEST_REQUEST;
    }

    /** An election that attempted nothing for so long is stuck. */
    Duration longestPause() {
        return retryPeriod.multipliedBy(3).plus(requestTimeout());
    }

    /** The longest term that is granted to a foreign holder, whatever its Lease says. */
    Duration longestTerm() {
        return duration.multipliedBy(3);
    }

    /** The least pause between two looks that only a watch asked for. */
    Duration leastPause() {
        return retryPeriod.dividedBy(10);
    }
}
