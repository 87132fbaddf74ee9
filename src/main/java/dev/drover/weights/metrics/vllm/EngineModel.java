package dev.drover.weights.metrics.vllm;

import dev.drover.weights.metrics.Amount;
import dev.drover.weights.metrics.Counters;
import dev.drover.weights.metrics.CumulativeSum;
import dev.drover.weights.metrics.EngineWork;
import dev.drover.weights.metrics.Gauges;
import dev.drover.weights.metrics.Labels;
import dev.drover.weights.metrics.MetricName;
import dev.drover.weights.metrics.Outcome;
import dev.drover.weights.metrics.Ratio;
import dev.drover.weights.metrics.Tally;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The series of one model on an engine's page, by figure and then by rank of the name. */
final class EngineModel {
    /** Stands for the engine of a page that does not tell engines apart. */
    private static final String ALL = "";

    private final TreeMap<Integer, Ratio> kv = new TreeMap<>();
    private final Map<Integer, MetricName> kvNames = new TreeMap<>();
    private final TreeMap<Integer, Amount> running = new TreeMap<>();
    private final TreeMap<Integer, Amount> waiting = new TreeMap<>();
    private final TreeMap<Integer, Tally> progress = new TreeMap<>();
    private final TreeMap<Integer, CumulativeSum> endToEnd = new TreeMap<>();
    private final TreeMap<Integer, CumulativeSum> firstToken = new TreeMap<>();

    void add(EngineVocabulary.Use use, Labels labels, double value) {
        int rank = use.rank();
        switch (use.figure()) {
            case KV -> {
                kv.computeIfAbsent(rank, r -> new Ratio()).add(engine(labels), value);
                kvNames.put(rank, use.name());
            }
            case RUNNING -> amount(running, rank).add(engine(labels), value);
            case WAITING -> amount(waiting, rank).add(engine(labels), value);
            case PROGRESS ->
                    progress.computeIfAbsent(rank, r -> new Tally()).add(engine(labels), value);
            case END_TO_END_BUCKET -> histogram(endToEnd, rank).bucket(labels.get("le"), value);
            case END_TO_END_SUM -> histogram(endToEnd, rank).sum(value);
            case END_TO_END_COUNT -> histogram(endToEnd, rank).count(value);
            case FIRST_TOKEN_BUCKET -> histogram(firstToken, rank).bucket(labels.get("le"), value);
            case FIRST_TOKEN_SUM -> histogram(firstToken, rank).sum(value);
            case FIRST_TOKEN_COUNT -> histogram(firstToken, rank).count(value);
        }
    }

    /** Takes over the names that this model does not have but {@code other} has. */
    void complete(EngineModel other) {
        for (int i = 0; i < figures().size(); i++) {
            putMissing(figures().get(i), other.figures().get(i));
        }
    }

    /** Forgets the names that {@code other} has. */
    void without(EngineModel other) {
        for (int i = 0; i < figures().size(); i++) {
            figures().get(i).keySet().removeAll(other.figures().get(i).keySet());
        }
    }

    Gauges gauges() {
        Outcome outcome = Outcome.MISSING;
        Ratio used = new Ratio();
        String name = null;
        for (Map.Entry<Integer, Ratio> candidate : kv.entrySet()) {
            Outcome here = candidate.getValue().outcome();
            outcome = outcome == Outcome.MISSING ? here : outcome;
            if (here == Outcome.OK) {
                outcome = here;
                used = candidate.getValue();
                name = kvNames.get(candidate.getKey()).toString();
                break;
            }
        }
        Double waits = first(waiting);
        Double depth = waits == null || used.groups() == 0 ? null : waits / used.groups();
        return new Gauges(
                used.mean(),
                name,
                outcome,
                depth,
                first(running),
                waits,
                firstCounted().total(),
                used.groups(),
                work(used));
    }

    Counters counters() {
        return Counters.of(firstSeen(endToEnd), firstSeen(firstToken), null, null);
    }

    /** By engine; a progress counter without such a label makes the page count as one engine. */
    private Map<String, EngineWork> work(Ratio used) {
        Map<String, Double> done = firstCounted().sums();
        Map<String, Double> runs = byEngine(running);
        Map<String, Double> waits = byEngine(waiting);
        if (done.keySet().equals(Set.of(ALL))) {
            double requests = total(runs) + total(waits);
            return Map.of(ALL, new EngineWork(used.mean(), requests, done.get(ALL)));
        }
        Set<String> engines = new TreeSet<>(done.keySet());
        engines.addAll(runs.keySet());
        engines.addAll(waits.keySet());
        engines.addAll(used.byGroup().keySet());
        Map<String, EngineWork> work = new HashMap<>();
        for (String engine : engines) {
            double requests = runs.getOrDefault(engine, 0.0) + waits.getOrDefault(engine, 0.0);
            work.put(
                    engine, new EngineWork(used.byGroup().get(engine), requests, done.get(engine)));
        }
        return work;
    }

    private Tally firstCounted() {
        return progress.values().stream()
                .filter(tally -> tally.total() != null)
                .findFirst()
                .orElseGet(Tally::new);
    }

    private static Map<String, Double> byEngine(SortedMap<Integer, Amount> ranks) {
        return ranks.values().stream()
                .filter(amount -> amount.sum() != null)
                .findFirst()
                .map(Amount::byGroup)
                .orElse(Map.of());
    }

    private static double total(Map<String, Double> amounts) {
        return amounts.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    private List<Map<Integer, ?>> figures() {
        return List.of(kv, kvNames, running, waiting, progress, endToEnd, firstToken);
    }

    @SuppressWarnings("unchecked") // the two maps are the same field of two models
    private static <T> void putMissing(Map<Integer, T> mine, Map<Integer, ?> others) {
        ((Map<Integer, T>) others).forEach(mine::putIfAbsent);
    }

    private static Double first(SortedMap<Integer, Amount> ranks) {
        return ranks.values().stream()
                .map(Amount::sum)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static CumulativeSum firstSeen(SortedMap<Integer, CumulativeSum> ranks) {
        return ranks.values().stream()
                .filter(CumulativeSum::seen)
                .findFirst()
                .orElseGet(CumulativeSum::new);
    }

    private static Amount amount(SortedMap<Integer, Amount> ranks, int rank) {
        return ranks.computeIfAbsent(rank, r -> new Amount());
    }

    private static CumulativeSum histogram(SortedMap<Integer, CumulativeSum> ranks, int rank) {
        return ranks.computeIfAbsent(rank, r -> new CumulativeSum());
    }

    /** One of several data-parallel engines behind an address; "" when there is only one. */
    private static String engine(Labels labels) {
        String engine = labels.get("engine");
        if (engine == null) {
            engine = labels.get("dp_rank");
        }
        return engine == null ? ALL : engine;
    }
}
