package dev.drover.weights.decision;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * What the state says of one ref.
 *
 * @param baseline weight that somebody other than Drover last gave
 * @param applied weight that was last written, or last seen after an edit
 * @param zero why the weight is an own zero; empty for any other weight
 * @param before share before the weight went to 0
 * @param ramp stage of the way back, 0 to 5
 */
record StateEntry(
        RefKey key,
        int baseline,
        int applied,
        Optional<String> zero,
        OptionalDouble before,
        OptionalInt ramp) {
    /** A weight that somebody gave and that stands as it was given. */
    static StateEntry given(RefKey key, int weight) {
        return new StateEntry(
                key, weight, weight, Optional.empty(), OptionalDouble.empty(), OptionalInt.empty());
    }

    /** An own zero or a ramp: the ref takes no part in a load-driven decision. */
    boolean fixed() {
        return zero.isPresent() || ramp.isPresent();
    }

    /** The same after {@code weight} was written. */
    StateEntry written(int weight) {
        return new StateEntry(key, baseline, weight, zero, before, ramp);
    }

    /** The same at own zero. */
    StateEntry down(String cause, double share) {
        return new StateEntry(
                key,
                baseline,
                applied,
                Optional.of(cause),
                OptionalDouble.of(Math.min(1, share)),
                OptionalInt.empty());
    }

    /** The same at a stage of its way back. */
    StateEntry ramping(int stage, double share) {
        return new StateEntry(
                key,
                baseline,
                applied,
                Optional.empty(),
                OptionalDouble.of(Math.min(1, share)),
                OptionalInt.of(stage));
    }

    /** The same as an ordinary weight. */
    StateEntry unmarked() {
        return new StateEntry(
                key,
                baseline,
                applied,
                Optional.empty(),
                OptionalDouble.empty(),
                OptionalInt.empty());
    }

    /** The same with a weight in spite of being down; the share to return to is kept. */
    StateEntry withoutZero() {
        return new StateEntry(key, baseline, applied, Optional.empty(), before, ramp);
    }

    /** The same with another baseline. */
    StateEntry rebased(int newBaseline) {
        return new StateEntry(key, newBaseline, applied, zero, before, ramp);
    }

    /** The same with another share to return to. */
    StateEntry withBefore(double share) {
        return new StateEntry(
                key, baseline, applied, zero, OptionalDouble.of(Math.min(1, share)), ramp);
    }
}
