package dev.drover.weights.metrics;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Watches the engines of one model. Guarded by the lock of its {@link SourceState}. */
final class StallWatch {
    private final Map<String, EngineWatch> engines = new TreeMap<>();
    private boolean read;

    void take(Map<String, EngineWork> page, boolean restarted) {
        read = true;
        engines.keySet().retainAll(page.keySet());
        page.forEach(
                (engine, work) ->
                        engines.computeIfAbsent(engine, name -> new EngineWatch())
                                .take(work, restarted));
    }

    Stall stall() {
        if (!read) {
            return Stall.UNKNOWN;
        }
        List<EngineWatch> working = engines.values().stream().filter(EngineWatch::hasWork).toList();
        if (working.isEmpty()) {
            return Stall.NONE;
        }
        List<String> stalled =
                engines.entrySet().stream()
                        .filter(engine -> engine.getValue().stalled())
                        .map(Map.Entry::getKey)
                        .toList();
        if (stalled.size() == working.size()) {
            return new Stall(Stall.Verdict.STALLED, stalled);
        }
        boolean moves = working.stream().anyMatch(EngineWatch::moves);
        return new Stall(moves ? Stall.Verdict.MOVES : Stall.Verdict.UNKNOWN, stalled);
    }

    /** KV-cache use of the page; one engine of several that stands still counts as full. */
    Double kv(Gauges page) {
        Stall stall = stall();
        if (stall.verdict() == Stall.Verdict.STALLED || stall.engines().isEmpty()) {
            return page.kv();
        }
        return page.work().entrySet().stream()
                .map(
                        engine ->
                                stall.engines().contains(engine.getKey())
                                        ? Double.valueOf(1)
                                        : engine.getValue().kv())
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(1);
    }
}
