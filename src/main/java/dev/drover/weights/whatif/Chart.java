package dev.drover.weights.whatif;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** A run as an SVG picture: weights, load and queue over time, one panel each. */
final class Chart {
    private static final List<String> COLOURS =
            List.of("#1f77b4", "#d62728", "#2ca02c", "#ff7f0e", "#9467bd", "#8c564b", "#17becf");
    private static final int WIDTH = 900;
    private static final int PANEL = 200;
    private static final int LEFT = 60;
    private static final int TOP = 30;
    private static final int POINTS = 900;

    private final List<Second> run;
    private final StringBuilder svg = new StringBuilder();

    private Chart(List<Second> run) {
        this.run = run;
    }

    static String of(List<Second> run) {
        return new Chart(run).draw();
    }

    private String draw() {
        int height = 3 * (PANEL + TOP) + TOP;
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
                        + " font-family=\"sans-serif\" font-size=\"12\">%n",
                WIDTH + LEFT + TOP, height);
        add("<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n");
        int clusters = run.get(0).weights().size();
        double heaviest = Math.max(1, highest(it -> max(it.load())));
        double longest = Math.max(1, highest(Second::waiting));
        panel(0, "weight", 100);
        panel(1, "load B/K", heaviest);
        panel(2, "waiting", longest);
        for (int i = 0; i < clusters; i++) {
            int cluster = i;
            String colour = COLOURS.get(i % COLOURS.size());
            line(0, 100, colour, it -> it.weights().get(cluster));
            line(1, heaviest, colour, it -> it.load().get(cluster));
            add(
                    "<text x=\"%d\" y=\"20\" fill=\"%s\">cluster %d</text>%n",
                    LEFT + 90 + 80 * i, colour, i);
        }
        line(2, longest, "black", Second::waiting);
        return svg.append("</svg>\n").toString();
    }

    private void panel(int number, String title, double most) {
        int top = top(number);
        add(
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\""
                        + " stroke=\"#999\"/>%n",
                LEFT, top, WIDTH, PANEL);
        add("<text x=\"%d\" y=\"%d\">%s</text>%n", LEFT, top - 8, title);
        add("<text x=\"5\" y=\"%d\">%.1f</text>%n", top + 10, most);
        add("<text x=\"5\" y=\"%d\">0</text>%n", top + PANEL);
        for (int tick = 0; tick <= 6; tick++) {
            double minutes = run.size() / 60.0 * tick / 6;
            add(
                    "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%.0f min</text>%n",
                    LEFT + WIDTH * tick / 6, top + PANEL + 14, minutes);
        }
    }

    private void line(int number, double most, String colour, ToDoubleFunction<Second> value) {
        add("<polyline fill=\"none\" stroke=\"%s\" points=\"", colour);
        int step = Math.max(1, run.size() / POINTS);
        for (int i = 0; i < run.size(); i += step) {
            double x = LEFT + (double) WIDTH * i / run.size();
            double y = top(number) + PANEL * (1 - value.applyAsDouble(run.get(i)) / most);
            add("%.1f,%.1f ", x, y);
        }
        add("\"/>%n");
    }

    private static int top(int number) {
        return TOP + 10 + number * (PANEL + TOP);
    }

    private double highest(ToDoubleFunction<Second> value) {
        return run.stream().mapToDouble(value).max().orElse(0);
    }

    private static double max(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    }

    private void add(String pattern, Object... values) {
        svg.append(String.format(Locale.ROOT, pattern.replace("%n", "\n"), values));
    }
}
