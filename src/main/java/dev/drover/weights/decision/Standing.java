package dev.drover.weights.decision;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * How a ref stood at the last look, as far as the annotation does not tell.
 *
 * @param stage of the ramp that {@code since} belongs to
 * @param since when that stage was written, or when the cause of an own zero was gone
 * @param takesPart false while it was down or ramping
 */
record Standing(OptionalInt stage, OptionalLong since, boolean takesPart) {
    static final Standing USUAL = new Standing(OptionalInt.empty(), OptionalLong.empty(), true);

    /** Out of traffic, with its cause. */
    static final Standing DOWN = new Standing(OptionalInt.empty(), OptionalLong.empty(), false);

    static Standing clearSince(long nanos) {
        return new Standing(OptionalInt.empty(), OptionalLong.of(nanos), false);
    }

    static Standing atStage(int stage, long since, boolean takesPart) {
        return new Standing(OptionalInt.of(stage), OptionalLong.of(since), takesPart);
    }

    /** True when the ramp that the entry still shows is over, so that the entry means nothing. */
    boolean finished(StateEntry entry) {
        return takesPart && entry.ramp().isPresent() && stage.equals(entry.ramp());
    }
}
