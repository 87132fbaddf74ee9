package dev.drover.weights.whatif;

import dev.drover.weights.decision.Calculator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a steady run must come to in its second half (spec weights 10).
 *
 * @param id of the case: {@code S4}
 * @param options of the run
 * @param means of the first clusters' weights, in points per 100
 * @param within of these means
 * @param range widest of any weight
 * @param patches an hour
 * @param load highest B ÷ K
 */
record Acceptance(
        String id,
        String options,
        List<Double> means,
        double within,
        int range,
        double patches,
        double load) {
    static Acceptance of(
            String id, String options, double mean, double within, int range, double patches) {
        return new Acceptance(
                id, options, List.of(mean), within, range, patches, Double.POSITIVE_INFINITY);
    }

    Acceptance means(Double... all) {
        return new Acceptance(id, options, List.of(all), within, range, patches, load);
    }

    Acceptance load(double highest) {
        return new Acceptance(id, options, means, within, range, patches, highest);
    }

    static List<Second> run(String options, int seed) {
        return run(options, seed, new Calculator()::decide);
    }

    static List<Second> run(String options, int seed, Decider decider) {
        return new Simulation(Options.of(options + " --seed " + seed), decider).run();
    }

    /** What is not as it must be; empty when all is. */
    List<String> faults(List<Second> run) {
        Summary summary = new Summary(run);
        List<String> faults = new ArrayList<>();
        for (int i = 0; i < means.size(); i++) {
            double mean = summary.meanPoints(i);
            if (Math.abs(mean - means.get(i)) > within) {
                faults.add(
                        String.format(
                                Locale.ROOT,
                                "mean of %d is %.2f, not %.1f ± %.1f",
                                i,
                                mean,
                                means.get(i),
                                within));
            }
        }
        if (summary.range() > range) {
            faults.add("range " + summary.range() + " above " + range);
        }
        if (summary.patchesAnHour() > patches) {
            faults.add("patches an hour " + summary.patchesAnHour() + " above " + patches);
        }
        if (summary.highestLoad() > load) {
            faults.add("B/K " + summary.highestLoad() + " above " + load);
        }
        return faults;
    }

    @Override
    public String toString() {
        return id + " " + options;
    }
}
