package dev.drover.weights.metrics;

import java.util.Map;

/**
 * What one page says about the load of one model or pool. Null is unknown and never 0.
 *
 * @param kv KV-cache use, 0 to 1
 * @param kvName the series that gave it, for the status page; null without one
 * @param outcome {@code ok}, or why there is no {@code kv}
 * @param queueDepth waiting requests a replica
 * @param running running requests; of an endpoint picker a replica's average
 * @param waiting waiting requests over all engines; null for an endpoint picker
 * @param progress a counter that moves while the engine works, summed; null without one
 * @param engines number of engines that gave a KV figure, or of ready endpoints
 * @param work of each engine by its label; empty for an endpoint picker
 */
public record Gauges(
        Double kv,
        String kvName,
        Outcome outcome,
        Double queueDepth,
        Double running,
        Double waiting,
        Double progress,
        Integer engines,
        Map<String, EngineWork> work) {
    public Gauges {
        work = Map.copyOf(work);
    }
}
