package dev.drover.weights.metrics;

import java.util.Map;

/**
 * A page that was read well, one entry a model (engine) or pool (endpoint picker).
 *
 * @param wanted true when it has a sample of any wanted family but {@link #PROCESS_START}
 * @param gauges by model or by pool; under "" what carries no such label
 * @param counters by model; under "" what carries no model label
 * @param processStart seconds since 1970; null in multi-process mode
 */
public record Page(
        boolean wanted,
        Map<String, Gauges> gauges,
        Map<String, Counters> counters,
        Double processStart) {
    public static final String PROCESS_START = "process_start_time_seconds";

    public Page {
        gauges = Map.copyOf(gauges);
        counters = Map.copyOf(counters);
    }
}
