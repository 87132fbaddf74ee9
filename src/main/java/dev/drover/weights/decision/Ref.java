package dev.drover.weights.decision;

import dev.drover.weights.objects.ProviderRef;
import java.util.Optional;

/**
 * One entry of the list as a decision sees it.
 *
 * @param spec the entry
 * @param key which ref it is
 * @param entry what the state says of it
 * @param figures raw figures
 * @param state what it is to this decision
 * @param availability in, out, or on its way back
 * @param scaled baseline after scaling
 * @param rampPoints what a ramp gives it, as part of the total; 0 for any other ref
 */
record Ref(
        ProviderRef spec,
        RefKey key,
        StateEntry entry,
        RefFigures figures,
        RefState state,
        Availability availability,
        int scaled,
        double rampPoints) {
    /** Drover, and nobody else, decides its weight. */
    boolean managed() {
        return state != RefState.UNMANAGED;
    }

    /** It divides with others what ramps leave; a ramping ref is eligible too, but does not. */
    boolean takesPart() {
        return state == RefState.FRESH || state == RefState.HOLD || state == RefState.UNKNOWN;
    }

    /** It may get traffic. */
    boolean eligible() {
        return takesPart() || ramps();
    }

    /** Something may be decided from its figures. */
    boolean fresh() {
        return state == RefState.FRESH;
    }

    boolean down() {
        return state == RefState.DOWN;
    }

    boolean ramps() {
        return state == RefState.RAMP;
    }

    /** What the state says of it once this decision is written. */
    StateEntry next() {
        return availability.next();
    }

    /** Why it is down, or the stage of its ramp. */
    Optional<String> cause() {
        return switch (state) {
            case DOWN -> availability.outage().map(out -> out.cause().word()).or(entry::zero);
            case RAMP -> Optional.of(String.valueOf(next().ramp().orElse(0)));
            case FRESH, HOLD, UNKNOWN, DRAINED, UNMANAGED -> Optional.empty();
        };
    }

    int weight() {
        return spec.weight();
    }

    String name() {
        return spec.provider().name();
    }

    Ref with(Availability other) {
        return new Ref(spec, key, entry, figures, state, other, scaled, rampPoints);
    }

    Ref withRampPoints(double points) {
        return new Ref(spec, key, entry, figures, state, availability, scaled, points);
    }
}
