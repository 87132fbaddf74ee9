package dev.drover.weights;

import java.util.Optional;

/**
 * One entry of the list as a decision sees it.
 *
 * @param spec the entry
 * @param key which ref it is
 * @param entry what the state says of it
 * @param figures raw figures
 * @param state what it is to this decision
 * @param cause why it is in that state, where the figures alone do not say so
 * @param scaled baseline after scaling
 */
record Ref(
        ProviderRef spec,
        RefKey key,
        StateEntry entry,
        RefFigures figures,
        RefState state,
        Optional<String> cause,
        int scaled) {
    /** Somebody else, or nobody, decides its weight. */
    boolean managed() {
        return state != RefState.UNMANAGED;
    }

    /** It may get and give traffic. */
    boolean eligible() {
        return state == RefState.FRESH || state == RefState.HOLD || state == RefState.UNKNOWN;
    }

    /** Something may be decided from its figures. */
    boolean fresh() {
        return state == RefState.FRESH;
    }

    int weight() {
        return spec.weight();
    }

    String name() {
        return spec.provider().name();
    }
}
