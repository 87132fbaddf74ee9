package dev.drover.weights.metrics;

/**
 * What one engine of a model has to do and has done.
 *
 * @param kv KV-cache use, 0 to 1; null when the page does not say
 * @param requests running and waiting ones
 * @param progress a counter that moves while the engine works; null without one
 */
public record EngineWork(Double kv, double requests, Double progress) {
    boolean busy() {
        return requests > 0;
    }
}
