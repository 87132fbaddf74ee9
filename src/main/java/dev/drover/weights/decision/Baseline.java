package dev.drover.weights.decision;

import java.util.List;

/** Weights that follow from nobody's load: what somebody other than Drover gave. */
final class Baseline {
    private Baseline() {}

    /**
     * Weights while every managed ref is down: nothing, where an unmanaged ref carries the traffic,
     * else the baseline.
     */
    static int[] allDown(Situation situation) {
        return situation.refs().stream()
                .mapToInt(
                        ref ->
                                !ref.down()
                                        ? left(ref)
                                        : situation.allDown() == AllDown.CARRIED
                                                ? situation.zero()
                                                : ref.scaled())
                .toArray();
    }

    /** Strategy {@code health}: baseline, or nothing where a ref is down; never scaled. */
    static int[] healthy(Situation situation) {
        return situation.refs().stream()
                .mapToInt(
                        ref ->
                                ref.down() && situation.allDown() != AllDown.BASELINE
                                        ? situation.zero()
                                        : unscaled(ref))
                .toArray();
    }

    private static int unscaled(Ref ref) {
        boolean ours = ref.state() != RefState.UNMANAGED && ref.state() != RefState.DRAINED;
        return ours || ref.entry().fixed() ? ref.entry().baseline() : ref.weight();
    }

    /** True when the object holds the baseline, scaled or not. */
    static boolean stands(Situation situation) {
        List<Ref> down = situation.refs().stream().filter(Ref::down).toList();
        return down.stream().allMatch(ref -> ref.weight() == ref.scaled())
                || down.stream().allMatch(ref -> ref.weight() == ref.entry().baseline());
    }

    /**
     * The weight of a ref that the load does not move. Scaling reaches unmanaged refs too, but only
     * a weight that somebody gave; one that stopped being managed at own zero gets its own back.
     */
    static int left(Ref ref) {
        boolean given = ref.weight() == ref.entry().baseline() || ref.entry().fixed();
        return ref.spec().usable() && !ref.managed() && given ? ref.scaled() : ref.weight();
    }
}
