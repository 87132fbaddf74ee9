package dev.drover.weights.metrics.epp;

import dev.drover.weights.metrics.Amount;
import dev.drover.weights.metrics.Gauges;
import dev.drover.weights.metrics.Outcome;
import dev.drover.weights.metrics.Ratio;
import java.util.Map;
import java.util.TreeMap;

/** The gauges of one pool, by rank of their prefix. They are averages over its replicas already. */
final class Pool {
    private final TreeMap<Integer, Generation> generations = new TreeMap<>();
    private final TreeMap<Integer, Amount> ready = new TreeMap<>();

    private static final class Generation {
        private String kvName;
        private final Ratio kv = new Ratio();
        private final Amount queue = new Amount();
        private final Amount running = new Amount();
        private boolean kvSeen;
    }

    void add(PickerVocabulary.Use use, double value) {
        Generation generation = generations.computeIfAbsent(use.rank(), rank -> new Generation());
        switch (use.figure()) {
            case KV -> {
                generation.kvSeen = true;
                generation.kvName = use.name();
                generation.kv.add("", value);
            }
            case QUEUE -> generation.queue.add("", value);
            case RUNNING -> generation.running.add("", value);
            case READY -> ready.computeIfAbsent(use.rank(), rank -> new Amount()).add("", value);
            default -> throw new IllegalArgumentException(use + " is not of a pool");
        }
    }

    Gauges gauges() {
        Double endpoints =
                ready.values().stream()
                        .map(Amount::sum)
                        .filter(sum -> sum != null)
                        .findFirst()
                        .orElse(null);
        Generation used =
                generations.values().stream()
                        .filter(generation -> generation.kvSeen)
                        .findFirst()
                        .orElseGet(Generation::new);
        if (endpoints == null || endpoints == 0) {
            // when nothing answers the picker keeps the last averages for ever
            Outcome outcome =
                    used.kvSeen || endpoints != null ? Outcome.NO_READY_ENDPOINTS : Outcome.MISSING;
            Integer known = endpoints == null ? null : 0;
            return new Gauges(null, null, outcome, null, null, null, null, known, Map.of());
        }
        Double kv = used.kv.mean();
        return new Gauges(
                kv,
                kv == null ? null : used.kvName,
                used.kv.outcome(),
                used.queue.sum(),
                used.running.sum(),
                null,
                null,
                endpoints.intValue(),
                Map.of());
    }
}
