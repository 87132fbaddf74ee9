package dev.drover.sandbox.demo;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** One ref of one model, as the table shows it. Figures that are unknown are empty, not zero. */
record DemoRow(
        String model,
        String provider,
        Optional<Double> kvCacheUse,
        Optional<Double> latencySeconds,
        Optional<Duration> age,
        String state,
        int weight,
        String lastDecision) {
    static final String[] HEADINGS = {
        "MODEL", "PROVIDER", "KV", "LATENCY", "AGE", "STATE", "WEIGHT", "LAST DECISION"
    };

    String[] cells() {
        return new String[] {
            model,
            provider,
            kvCacheUse.map(kv -> String.format(Locale.ROOT, "%.2f", kv)).orElse("-"),
            latencySeconds.map(s -> String.format(Locale.ROOT, "%.1fs", s)).orElse("-"),
            age.map(a -> a.toSeconds() + "s").orElse("-"),
            state,
            Integer.toString(weight),
            lastDecision
        };
    }
}
