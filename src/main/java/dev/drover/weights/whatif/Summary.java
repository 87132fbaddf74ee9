package dev.drover.weights.whatif;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a run came to, over its second half. */
final class Summary {
    private static final double NEAR = 5;

    private final List<Second> run;
    private final List<Second> half;
    private final int clusters;

    Summary(List<Second> run) {
        this.run = run;
        this.half = run.subList(run.size() / 2, run.size());
        this.clusters = run.get(0).weights().size();
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("second half:");
        for (int i = 0; i < clusters; i++) {
            int cluster = i;
            var weights =
                    half.stream().mapToInt(it -> it.weights().get(cluster)).summaryStatistics();
            lines.add(
                    format(
                            "  cluster %d: weight %.1f on average, %d to %d",
                            i, weights.getAverage(), weights.getMin(), weights.getMax()));
        }
        lines.add(format("  %.1f patches an hour", patchesAnHour()));
        lines.add(format("  highest B/K %.2f", highestLoad()));
        lines.add(
                format(
                        "  %.1f requests wait on average",
                        half.stream().mapToDouble(Second::waiting).average().orElse(0)));
        lines.add("whole run:");
        lines.add(format("  %d s outside ± %.0f points of the final mean", secondsOutside(), NEAR));
        return lines;
    }

    double patchesAnHour() {
        return half.stream().filter(Second::patched).count() * 3600.0 / half.size();
    }

    double highestLoad() {
        return half.stream()
                .flatMap(it -> it.load().stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
    }

    /** Mean share of a cluster, in points per 100. */
    double meanPoints(int cluster) {
        return half.stream().mapToDouble(it -> it.points(cluster)).average().orElse(0);
    }

    /** Widest range that any weight took. */
    int range() {
        int widest = 0;
        for (int i = 0; i < clusters; i++) {
            int cluster = i;
            var weights =
                    half.stream().mapToInt(it -> it.weights().get(cluster)).summaryStatistics();
            widest = Math.max(widest, weights.getMax() - weights.getMin());
        }
        return widest;
    }

    private long secondsOutside() {
        return run.stream()
                .filter(
                        it -> {
                            for (int i = 0; i < clusters; i++) {
                                if (Math.abs(it.points(i) - meanPoints(i)) > NEAR) {
                                    return true;
                                }
                            }
                            return false;
                        })
                .count();
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
