package dev.drover.weights.decision;

import java.util.List;
import java.util.OptionalLong;

/**
 * All refs of a model with what is known of them, and what there is to distribute. Shares are parts
 * of the managed weights, 0 to 1; points are shares of {@code total}.
 *
 * @param refs the whole list, in order
 * @param total W: sum of the scaled managed baselines
 * @param distributed what is left of it by ramps (and by ones for zeros), for the refs that take
 *     part
 * @param present sum of the managed weights in the object
 * @param floor smallest weight of an eligible ref
 * @param zero what stands for no traffic: 0, or 1 where the API server takes no 0
 * @param allDown whether every managed ref is down
 */
record Situation(
        List<Ref> refs,
        int total,
        double distributed,
        int present,
        int floor,
        int zero,
        AllDown allDown) {
    static final double HIGHEST = 100;

    /** Until when a provider that was never seen may still come; nothing is written before. */
    OptionalLong awaitedUntil() {
        return refs.stream()
                .map(Ref::availability)
                .filter(Availability::awaited)
                .mapToLong(at -> at.changesAt().getAsLong())
                .max();
    }

    /** Every eligible ref gets some traffic, and at least half of the total stays movable. */
    static int floor(int total, int eligible, int configured) {
        return eligible == 0 || total < eligible
                ? 0
                : Math.max(1, Math.min(configured, total / (2 * eligible)));
    }

    /** Share of the managed weights that stands in the object. */
    double share(Ref ref) {
        return present == 0 ? 0 : (double) ref.weight() / present;
    }

    /** Refs that divide what ramps leave. */
    List<Ref> takingPart() {
        return refs.stream().filter(Ref::takesPart).toList();
    }

    /** F: those of them with fresh figures. */
    List<Ref> fresh() {
        return refs.stream().filter(Ref::fresh).toList();
    }
}
