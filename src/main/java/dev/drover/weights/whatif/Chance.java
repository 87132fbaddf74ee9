package dev.drover.weights.whatif;

import java.util.Random;

/**
 * Random numbers of a run. {@link Random}'s sequence is fixed, so a seed means the same for ever.
 */
final class Chance {
    /** Above this the exponential of Knuth's method comes near the smallest double. */
    private static final double PIECE = 500;

    private final Random random;

    Chance(long seed) {
        random = new Random(seed);
    }

    /** Normally distributed around 0. */
    double normal(double deviation) {
        return deviation * random.nextGaussian();
    }

    /** How many arrive when {@code mean} do on average. */
    int poisson(double mean) {
        int count = 0;
        for (double left = mean; left > 0; left -= PIECE) {
            count += small(Math.min(PIECE, left));
        }
        return count;
    }

    private int small(double mean) {
        double limit = StrictMath.exp(-mean);
        int count = 0;
        for (double product = random.nextDouble(); product > limit; count++) {
            product *= random.nextDouble();
        }
        return count;
    }

    /** How many of {@code trials} happen, each with this probability: counts the gaps between. */
    int binomial(int trials, double probability) {
        if (probability >= 1) {
            return trials;
        }
        double failure = StrictMath.log(1 - probability);
        int count = 0;
        double tried = 0;
        while (true) {
            tried += Math.floor(StrictMath.log(1 - random.nextDouble()) / failure) + 1;
            if (tried > trials) {
                return count;
            }
            count++;
        }
    }
}
