package dev.drover.weights.whatif;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A run as text: for people one line a minute, for programs one a second. */
final class Table {
    private static final int MINUTE = 60;

    private Table() {}

    /** The last second of every minute, with the number of patches of that minute. */
    static List<String> minutes(List<Second> run) {
        List<String> lines = new ArrayList<>();
        lines.add("time  weights       load B/K         waiting  written");
        for (int from = 0; from < run.size(); from += MINUTE) {
            List<Second> minute = run.subList(from, Math.min(run.size(), from + MINUTE));
            Second last = minute.get(minute.size() - 1);
            String written =
                    minute.stream()
                            .map(Second::written)
                            .filter(reason -> !reason.isEmpty())
                            .collect(Collectors.joining(","));
            lines.add(
                    String.format(
                                    Locale.ROOT,
                                    "%02d:%02d %-13s %-16s %7.0f  %s",
                                    from / 3600,
                                    from / 60 % 60,
                                    weights(last, "/"),
                                    loads(last, "/", "%.2f"),
                                    last.waiting(),
                                    written)
                            .stripTrailing());
        }
        return lines;
    }

    static List<String> csv(List<Second> run) {
        List<String> lines = new ArrayList<>();
        int clusters = run.get(0).weights().size();
        StringBuilder head = new StringBuilder("second");
        for (int i = 0; i < clusters; i++) {
            head.append(",weight_").append(i);
        }
        for (int i = 0; i < clusters; i++) {
            head.append(",load_").append(i);
        }
        lines.add(head.append(",waiting,written").toString());
        for (Second second : run) {
            lines.add(
                    String.format(
                            Locale.ROOT,
                            "%d,%s,%s,%.0f,%s",
                            second.second(),
                            weights(second, ","),
                            loads(second, ",", "%.4f"),
                            second.waiting(),
                            second.written()));
        }
        return lines;
    }

    private static String weights(Second second, String between) {
        return second.weights().stream().map(String::valueOf).collect(Collectors.joining(between));
    }

    private static String loads(Second second, String between, String pattern) {
        return second.load().stream()
                .map(load -> String.format(Locale.ROOT, pattern, load))
                .collect(Collectors.joining(between));
    }
}
