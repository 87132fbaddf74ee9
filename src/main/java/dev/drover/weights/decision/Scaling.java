package dev.drover.weights.decision;

import java.util.Arrays;

/**
 * Multiplies a baseline whose integers are too coarse or too large to split finely: 1 + 1 cannot
 * express 6 : 94. Scaled weights are written only together with a change.
 */
final class Scaling {
    private static final int HIGHEST = 100;

    private Scaling() {}

    /**
     * @param baseline weights 0 to 100
     * @param managed which of them Drover distributes
     */
    static int[] scale(int[] baseline, boolean[] managed) {
        int positive = 0;
        int managedPositive = 0;
        int sum = 0;
        int managedSum = 0;
        for (int i = 0; i < baseline.length; i++) {
            if (baseline[i] > 0) {
                positive++;
                sum += baseline[i];
                managedPositive += managed[i] ? 1 : 0;
                managedSum += managed[i] ? baseline[i] : 0;
            }
        }
        int aim = Math.max(HIGHEST, 4 * positive);
        if (managedPositive < 2 || (2 * sum >= aim && managedSum <= aim)) {
            return baseline.clone();
        }
        double total = 2 * sum < aim ? aim : (double) sum * aim / managedSum;
        double[] weights =
                Arrays.stream(baseline).filter(weight -> weight > 0).asDoubleStream().toArray();
        int[] rounded = Integers.round(Fitting.fit(weights, total, 1, HIGHEST));
        int[] scaled = new int[baseline.length];
        for (int i = 0, next = 0; i < baseline.length; i++) {
            scaled[i] = baseline[i] > 0 ? rounded[next++] : 0;
        }
        return scaled;
    }
}
