package dev.drover.sandbox.metrics;

import java.util.Arrays;
import java.util.Locale;

/** A cumulative Prometheus histogram of seconds. Guarded by its owner. */
final class Histogram {
    private final double[] bounds;
    private final long[] counts; // one more than bounds: above the last
    private double sum;

    Histogram(double... bounds) {
        this.bounds = bounds.clone();
        this.counts = new long[bounds.length + 1];
    }

    void observe(double seconds, int times) {
        int bucket = 0;
        while (bucket < bounds.length && seconds > bounds[bucket]) {
            bucket++;
        }
        counts[bucket] += times;
        sum += seconds * times;
    }

    void reset() {
        Arrays.fill(counts, 0);
        sum = 0;
    }

    /** Its lines, with these labels (written {@code a="b"}). */
    String lines(String name, String labels) {
        StringBuilder lines = new StringBuilder("# TYPE " + name + " histogram\n");
        long cumulative = 0;
        for (int i = 0; i < counts.length; i++) {
            cumulative += counts[i];
            String bound = i < bounds.length ? String.valueOf(bounds[i]) : "+Inf";
            lines.append("%s_bucket{%s,le=\"%s\"} %d\n".formatted(name, labels, bound, cumulative));
        }
        lines.append(String.format(Locale.ROOT, "%s_sum{%s} %s%n", name, labels, sum));
        return lines.append("%s_count{%s} %d\n".formatted(name, labels, cumulative)).toString();
    }
}
