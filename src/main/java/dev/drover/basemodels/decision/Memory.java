package dev.drover.basemodels.decision;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * What a decision wants to be told at the next one about the same UID. Lost on restart without
 * harm: looks come sooner, and an Event may come twice.
 *
 * @param outcome what was wanted to be shown last, so that a repetition is known as one
 * @param sinceNanos since when the outcome has been the same
 * @param foreignJobNanos when another controller's Job was last seen
 * @param told the warning that has no place in the status and was told already; empty = none
 */
public record Memory(String outcome, long sinceNanos, OptionalLong foreignJobNanos, String told) {
    public static final Memory NONE = new Memory("", 0, OptionalLong.empty(), "");

    /** The outcome is wanted now. */
    Memory wanting(String wanted, long nanos) {
        return outcome.equals(wanted) ? this : new Memory(wanted, nanos, foreignJobNanos, "");
    }

    Memory telling(String warning) {
        return new Memory(outcome, sinceNanos, foreignJobNanos, warning);
    }

    Memory seeingForeignJob(long nanos) {
        return new Memory(outcome, sinceNanos, OptionalLong.of(nanos), told);
    }

    /** How long the outcome has been wanted. */
    Duration lasted(String wanted, long nanos) {
        return outcome.equals(wanted) ? Duration.ofNanos(nanos - sinceNanos) : Duration.ZERO;
    }
}
