package dev.drover.weights.decision;

import java.util.Arrays;

/** Changes that are written at once, whatever the load (spec weights 6.9 a). */
final class Transitions {
    private Transitions() {}

    /** True when a ref enters or leaves 0, a ramp goes on, or all-down begins or ends. */
    static boolean among(Situation situation) {
        return situation.refs().stream().anyMatch(ref -> of(ref, situation))
                || (situation.allDown() == AllDown.BASELINE && !Baseline.stands(situation));
    }

    private static boolean of(Ref ref, Situation situation) {
        StateEntry entry = ref.entry();
        return switch (ref.state()) {
            case UNMANAGED -> entry.fixed();
            case DRAINED -> false;
            case DOWN ->
                    situation.allDown() == AllDown.BASELINE
                            ? entry.zero().isPresent()
                            : ref.weight() != situation.zero();
            case RAMP -> !entry.ramp().equals(ref.next().ramp());
            case FRESH, HOLD, UNKNOWN ->
                    entry.fixed() && !ref.availability().standing().finished(entry);
        };
    }

    /** True when a ramp is over that the object still shows. */
    static boolean finished(Situation situation) {
        return situation.refs().stream()
                .anyMatch(
                        ref ->
                                ref.takesPart()
                                        && ref.availability().standing().finished(ref.entry()));
    }

    /**
     * True when a finished ramp leaves traffic over that nobody has, because others are down.
     *
     * @param weights that would distribute all of it
     */
    static boolean leavesTraffic(Situation situation, int[] weights, boolean[] managed) {
        return sum(weights, managed) != situation.present();
    }

    private static int sum(int[] weights, boolean[] managed) {
        int[] counted = weights.clone();
        for (int i = 0; i < counted.length; i++) {
            counted[i] = managed[i] ? counted[i] : 0;
        }
        return Arrays.stream(counted).sum();
    }
}
