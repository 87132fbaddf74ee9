package dev.drover.weights;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All refs of a model with what is known of them, and what there is to distribute. Shares are parts
 * of the managed weights, 0 to 1; points are shares of {@code total}.
 *
 * @param refs the whole list, in order
 * @param total W: sum of the scaled managed baselines
 * @param fixed weight of own zeros and ramps, which is not distributed
 * @param present sum of the managed weights in the object
 * @param floor smallest weight of an eligible ref
 */
record Situation(List<Ref> refs, int total, int fixed, int present, int floor) {
    static final double HIGHEST = 100;
    private static final String PROVIDER_MISSING = "provider-missing";
    private static final String PROVIDER_NOT_READY = "provider-not-ready";

    static Situation of(Observed observed, boolean[] managed, List<StateEntry> entries) {
        int n = managed.length;
        int[] baseline = new int[n];
        for (int i = 0; i < n; i++) {
            baseline[i] =
                    drained(observed.model().refs().get(i), entries.get(i))
                            ? 0
                            : entries.get(i).baseline();
        }
        int[] scaled = Scaling.scale(baseline, managed);
        List<Ref> refs = new ArrayList<>(n);
        int total = 0;
        int fixed = 0;
        int present = 0;
        int eligible = 0;
        for (int i = 0; i < n; i++) {
            Ref ref = ref(observed, i, managed[i], entries.get(i), scaled[i]);
            refs.add(ref);
            if (ref.managed()) {
                total += scaled[i];
                present += ref.weight();
                fixed += entries.get(i).fixed() ? ref.weight() : 0;
                eligible += ref.eligible() ? 1 : 0;
            }
        }
        int floor = floor(total, eligible, observed.settings().floor());
        return new Situation(List.copyOf(refs), total, Math.min(fixed, total), present, floor);
    }

    /** A zero that Drover did not write is somebody's order and is never raised. */
    private static boolean drained(ProviderRef ref, StateEntry entry) {
        return !entry.fixed() && ref.weight() == 0;
    }

    private static Ref ref(
            Observed observed, int i, boolean managed, StateEntry entry, int scaled) {
        ProviderRef spec = observed.model().refs().get(i);
        RefInputs inputs = observed.refs().get(i);
        RefFigures figures = RefFigures.of(inputs.sources(), observed.settings(), observed.nanos());
        RefState state;
        Optional<String> cause = Optional.empty();
        if (!managed) {
            state = RefState.UNMANAGED;
        } else if (entry.ramp().isPresent()) {
            state = RefState.RAMP;
            cause = Optional.of(String.valueOf(entry.ramp().getAsInt()));
        } else if (entry.fixed()) {
            state = RefState.DOWN;
            cause = entry.zero();
        } else if (scaled == 0) {
            state = RefState.DRAINED;
        } else if (inputs.provider().isEmpty()) {
            state = RefState.UNKNOWN;
            cause = Optional.of(PROVIDER_MISSING);
        } else if (!inputs.provider().get().ready()) {
            state = RefState.UNKNOWN;
            cause = Optional.of(PROVIDER_NOT_READY);
        } else {
            state = aged(figures.freshness(observed.settings(), observed.nanos()));
        }
        return new Ref(spec, entry.key(), entry, figures, state, cause, scaled);
    }

    private static RefState aged(RefFigures.Freshness freshness) {
        return switch (freshness) {
            case FRESH -> RefState.FRESH;
            case HOLD -> RefState.HOLD;
            case UNKNOWN -> RefState.UNKNOWN;
        };
    }

    /** Every eligible ref gets some traffic, and at least half of the total stays movable. */
    static int floor(int total, int eligible, int configured) {
        return eligible == 0 || total < eligible
                ? 0
                : Math.max(1, Math.min(configured, total / (2 * eligible)));
    }

    /** What the eligible refs have to divide among themselves. */
    int distributed() {
        return total - fixed;
    }

    /** Share of the managed weights that stands in the object. */
    double share(Ref ref) {
        return present == 0 ? 0 : (double) ref.weight() / present;
    }

    List<Ref> eligible() {
        return refs.stream().filter(Ref::eligible).toList();
    }

    /** F: eligible refs with fresh figures. */
    List<Ref> fresh() {
        return refs.stream().filter(Ref::fresh).toList();
    }
}
