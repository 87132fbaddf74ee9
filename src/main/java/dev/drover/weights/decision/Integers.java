package dev.drover.weights.decision;

import java.util.stream.IntStream;

/** Rounds numbers to integers with the same sum, by largest remainders. */
final class Integers {
    /** Nine decimals: what computing leaves beyond them must not decide who gets a unit. */
    private static final double PRECISION = 1e9;

    private Integers() {}

    /** Takes floors and gives the units missing to the sum to the largest fractions, ties first. */
    static int[] round(double[] y) {
        int[] floors = new int[y.length];
        double[] fractions = new double[y.length];
        double sum = 0;
        int floorSum = 0;
        for (int i = 0; i < y.length; i++) {
            double rounded = Math.rint(y[i] * PRECISION) / PRECISION;
            floors[i] = (int) Math.floor(rounded);
            fractions[i] = Math.rint((rounded - floors[i]) * PRECISION);
            sum += rounded;
            floorSum += floors[i];
        }
        // a sum that is no integer itself is rounded down
        int missing = (int) Math.floor(Math.rint(sum * 1e6) / 1e6) - floorSum;
        IntStream.range(0, y.length)
                .boxed()
                .sorted((a, b) -> Double.compare(fractions[b], fractions[a])) // stable
                .limit(Math.max(0, missing))
                .forEach(i -> floors[i]++);
        return floors;
    }
}
