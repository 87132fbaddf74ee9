package dev.drover.weights.decision;

import java.util.Locale;

/** What a ref is to the present decision. */
public enum RefState {
    /** Figures are young enough to decide from. */
    FRESH,
    /** Figures are old: the weight is held. */
    HOLD,
    /** Figures are too old to mean anything, or the ref never had any: the weight is held. */
    UNKNOWN,
    /** An own zero. */
    DOWN,
    /** On its way back from an own zero. */
    RAMP,
    /** Somebody else set it to 0; that is never raised. */
    DRAINED,
    /** Nothing is known of it by configuration (a cloud provider), so nothing is decided. */
    UNMANAGED;

    /** As in metrics and logs: {@code fresh}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
