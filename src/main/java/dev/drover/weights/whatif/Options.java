package dev.drover.weights.whatif;

import dev.drover.weights.settings.WeightsConfiguration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What is to be simulated.
 *
 * @param capacity of each cluster, in units of {@code slots}
 * @param load offered by the model and foreigners together, as part of all slots
 * @param foreign load that no weight moves, as part of the cluster's own slots
 * @param weights at the start
 * @param serviceSeconds mean time of a request that does not wait
 * @param slots requests that a cluster of capacity 1 serves at once
 * @param noise standard deviation of the KV figure, as part of it
 * @param hours to simulate
 * @param seed of the random numbers; the same seed gives the same run
 * @param wave of the load
 * @param changes of capacity
 * @param failures during which a cluster refuses everything
 * @param blind times without metrics of a cluster
 * @param apiDown times in which no write succeeds
 * @param configuration the keys {@code drover.weights.*} of the run
 * @param csv file for one line a second
 * @param chart file for a picture
 */
record Options(
        List<Double> capacity,
        double load,
        List<Double> foreign,
        List<Integer> weights,
        double serviceSeconds,
        double slots,
        double noise,
        double hours,
        long seed,
        Wave wave,
        List<Change> changes,
        List<Incident> failures,
        List<Incident> blind,
        List<Period> apiDown,
        WeightsConfiguration configuration,
        Optional<String> csv,
        Optional<String> chart) {
    Options {
        capacity = List.copyOf(capacity);
        foreign = List.copyOf(foreign);
        weights = List.copyOf(weights);
        changes = List.copyOf(changes);
        failures = List.copyOf(failures);
        blind = List.copyOf(blind);
        apiDown = List.copyOf(apiDown);
    }

    /**
     * Reads a command line.
     *
     * @throws OptionException names the option that cannot be used and the accepted form
     */
    static Options parse(String... args) {
        return new OptionReader(args).options();
    }

    /** The same from one text, split at blanks. */
    static Options of(String line) {
        return parse(
                Arrays.stream(line.split(" ")).filter(w -> !w.isEmpty()).toArray(String[]::new));
    }

    int clusters() {
        return capacity.size();
    }

    int seconds() {
        return (int) Math.round(hours * 3600);
    }

    /** Slots of all clusters at the start. */
    double allSlots() {
        return capacity.stream().mapToDouble(size -> size * slots).sum();
    }

    /** Requests of the model that arrive in a second, on average. */
    double arrivals() {
        double others = 0;
        for (int i = 0; i < clusters(); i++) {
            others += foreign.get(i) * capacity.get(i) * slots;
        }
        return Math.max(0, load * allSlots() - others) / serviceSeconds;
    }
}
