package dev.drover.weights.decision;

import dev.drover.weights.decision.LastWrite.Outcome;
import dev.drover.weights.settings.WeightsConfiguration;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** When a change is worth a write, and when a refused one is tried again. */
final class WriteRules {
    /** A refusal does not go away by itself; somebody may have changed the CRD, though. */
    private static final long REFUSED_PAUSE = Duration.ofHours(1).toNanos();

    private WriteRules() {}

    /**
     * Time until a refused write of the same spec is tried again; empty when nothing is refused, or
     * a zero was, for which there is another way.
     *
     * @param patch that was handed out last
     */
    static Optional<Duration> refusedFor(Observed observed, Optional<Pending> patch) {
        return observed.lastWrite()
                .filter(write -> write.outcome() == Outcome.REFUSED)
                .filter(write -> write.generation() == observed.model().generation())
                .filter(write -> !ZeroRefusal.of(observed.lastWrite(), patch))
                .map(write -> write.atNanos() + REFUSED_PAUSE - observed.nanos())
                .filter(left -> left > 0)
                .map(Duration::ofNanos);
    }

    /** Time until a load-driven write is allowed; zero when it is. */
    static Duration writePause(OptionalLong written, WeightsConfiguration settings, long nanos) {
        if (written.isEmpty()) {
            return Duration.ZERO;
        }
        long left = written.getAsLong() + settings.minWriteInterval().toNanos() - nanos;
        return Duration.ofNanos(Math.max(0, left));
    }
}
