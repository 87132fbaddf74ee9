package dev.drover.weights.whatif;

import java.util.List;

/**
 * The clusters and what is inside them, in steps of one second. A request is admitted by weight and
 * waits or is served where it was admitted. At the start each cluster holds what the first weights
 * have brought it, as if Drover came to a fleet that runs; an empty one would hide how it settles.
 */
final class Plant {
    /** Requests that one replica serves at once. */
    private static final double REPLICA_SLOTS = 50;

    private final Options options;
    private final Chance chance;
    private final double[] slots;
    private final int[] inside;

    Plant(Options options, Chance chance) {
        this.options = options;
        this.chance = chance;
        this.slots = new double[options.clusters()];
        this.inside = new int[options.clusters()];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = options.capacity().get(i) * options.slots();
            double arrivals = offered(i, options.weights(), 1);
            inside[i] = (int) Math.round(arrivals * options.serviceSeconds());
        }
    }

    /**
     * Requests a second that go to a cluster by these weights, on average.
     *
     * @param factor of the model's own
     */
    private double offered(int cluster, List<Integer> weights, double factor) {
        double sum = weights.stream().mapToInt(Integer::intValue).sum();
        double share = sum == 0 ? 0 : weights.get(cluster) / sum;
        double foreign = options.foreign().get(cluster) * slots[cluster];
        return options.arrivals() * factor * share + foreign / options.serviceSeconds();
    }

    /** Passes one second with these weights. */
    void step(int second, List<Integer> weights) {
        for (Change change : options.changes()) {
            if (change.at() == second) {
                slots[change.cluster()] = change.capacity() * options.slots();
            }
        }
        double wave = options.wave().factor(second);
        for (int i = 0; i < slots.length; i++) {
            int arrived = chance.poisson(offered(i, weights, wave));
            int served = Math.min(inside[i], (int) Math.round(slots[i]));
            int completed = chance.binomial(served, 1 / options.serviceSeconds());
            inside[i] += arrived - completed;
            if (failed(i, second)) {
                inside[i] = 0; // refused, and lost
            }
        }
    }

    boolean failed(int cluster, int second) {
        return during(options.failures(), cluster, second);
    }

    /** True when the cluster's metrics can be read. */
    boolean readable(int cluster, int second) {
        return !failed(cluster, second) && !during(options.blind(), cluster, second);
    }

    private static boolean during(List<Incident> incidents, int cluster, int second) {
        return incidents.stream()
                .anyMatch(it -> it.cluster() == cluster && it.period().covers(second));
    }

    /** B ÷ K, above 1 when requests wait. */
    double load(int cluster) {
        return inside[cluster] / slots[cluster];
    }

    double waiting(int cluster) {
        return Math.max(0, inside[cluster] - slots[cluster]);
    }

    /** KV-cache use as a page shows it, 0 to 1. */
    double kv(int cluster) {
        double shown = Math.min(1, load(cluster)) * (1 + chance.normal(options.noise()));
        return Math.max(0, Math.min(1, shown));
    }

    /** Requests that wait for each replica. */
    double queueDepth(int cluster) {
        return waiting(cluster) / Math.max(1, slots[cluster] / REPLICA_SLOTS);
    }

    double latencySeconds(int cluster) {
        double factor = 1 + chance.normal(0.1);
        return Math.max(0, options.serviceSeconds() * Math.max(1, load(cluster)) * factor);
    }
}
