package dev.drover.basemodels.decision;

import java.time.Duration;
import java.util.Optional;

/**
 * When to look again without any event: after {@code first}, then as much later as the state has
 * lasted already, {@code longest} at most.
 */
record Pace(Duration first, Duration longest) {
    static final Pace NEVER = new Pace(Duration.ZERO, Duration.ZERO);

    static Pace seconds(long first, long longest) {
        return new Pace(Duration.ofSeconds(first), Duration.ofSeconds(longest));
    }

    /**
     * @param lasted how long the state has been the same
     */
    Optional<Duration> next(Duration lasted) {
        if (this.equals(NEVER)) {
            return Optional.empty();
        }
        Duration next = lasted.compareTo(first) < 0 ? first : lasted;
        return Optional.of(next.compareTo(longest) > 0 ? longest : next);
    }
}
