package dev.drover.weights.decision;

/** How far apart two splits are. */
final class Shift {
    private Shift() {}

    /**
     * Half the sum of the differences in share, in points per 100: what has to move from some refs
     * to others. Computed in integers, so that a shift of exactly the deadband is that exactly.
     */
    static double between(int[] before, int[] after, boolean[] counted) {
        long sumBefore = 0;
        long sumAfter = 0;
        for (int i = 0; i < before.length; i++) {
            sumBefore += counted[i] ? before[i] : 0;
            sumAfter += counted[i] ? after[i] : 0;
        }
        if (sumBefore == 0 || sumAfter == 0) {
            return sumBefore == sumAfter ? 0 : 100;
        }
        long differences = 0;
        for (int i = 0; i < before.length; i++) {
            if (counted[i]) {
                differences += Math.abs(after[i] * sumBefore - before[i] * sumAfter);
            }
        }
        return 50.0 * differences / (sumBefore * sumAfter);
    }
}
