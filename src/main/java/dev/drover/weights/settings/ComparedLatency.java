package dev.drover.weights.settings;

/** Which latency of the clusters is compared. */
public enum ComparedLatency {
    /** Duration of the whole request. */
    E2E,
    /** Time to the first token. */
    TTFT,
    /** None: latency moves no weight. */
    OFF
}
