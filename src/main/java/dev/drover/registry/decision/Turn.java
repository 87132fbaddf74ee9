package dev.drover.registry.decision;

import java.time.Duration;
import java.util.Optional;

/**
 * When something that is rationed may be done.
 *
 * @param after zero when it may be done now; empty = not at all
 */
public record Turn(Optional<Duration> after) {
    /** It may be done now. */
    public static final Turn NOW = new Turn(Optional.of(Duration.ZERO));

    boolean isNow() {
        return after.filter(Duration::isZero).isPresent();
    }
}
