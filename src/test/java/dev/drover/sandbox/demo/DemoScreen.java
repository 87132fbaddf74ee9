package dev.drover.sandbox.demo;

import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Shows rows and messages: a table that is drawn in place on a terminal, plain lines elsewhere.
 * Used by one thread at a time.
 */
final class DemoScreen {
    private static final int MESSAGES = 12;
    private static final int WIDTH = 150;
    private static final String CLEAR = "\033[H\033[2J";

    private final PrintStream out;
    private final boolean plain;
    private final Deque<String> messages = new ArrayDeque<>();
    private List<String> shown = List.of();
    private List<String> shownModels = List.of();

    DemoScreen(PrintStream out, boolean plain) {
        this.out = out;
        this.plain = plain;
    }

    /** A line of what happens, beside the table. */
    synchronized void say(String message) {
        if (plain) {
            out.println(message);
            return;
        }
        messages.addLast(message);
        if (messages.size() > MESSAGES) {
            messages.removeFirst();
        }
    }

    /**
     * Draws the table, and below it the models on claims; in plain form only the rows whose weight
     * or state changed, and the models that did.
     */
    synchronized void show(String title, List<DemoRow> rows, List<String> models) {
        if (plain) {
            models.stream()
                    .filter(model -> !shownModels.contains(model))
                    .forEach(model -> out.println("  " + model));
            shownModels = models;
            List<String> now = new ArrayList<>();
            for (DemoRow row : rows) {
                String key = row.provider() + row.weight() + row.state();
                now.add(key);
                if (!shown.contains(key)) {
                    out.println("  " + String.join("  ", row.cells()));
                }
            }
            shown = now;
            return;
        }
        StringBuilder text = new StringBuilder(CLEAR).append(title).append("\n\n");
        table(rows).forEach(line -> text.append(line).append('\n'));
        text.append('\n');
        models.forEach(model -> text.append(cut(model)).append('\n'));
        text.append('\n');
        messages.forEach(message -> text.append(message).append('\n'));
        out.print(text);
        out.flush();
    }

    private static String cut(String line) {
        return line.length() <= WIDTH ? line : line.substring(0, WIDTH - 1) + "…";
    }

    static List<String> table(List<DemoRow> rows) {
        List<String[]> cells = new ArrayList<>();
        cells.add(DemoRow.HEADINGS);
        rows.forEach(row -> cells.add(row.cells()));
        int[] widths = new int[DemoRow.HEADINGS.length];
        for (String[] line : cells) {
            for (int i = 0; i < line.length; i++) {
                widths[i] = Math.max(widths[i], line[i].length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (String[] line : cells) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < line.length; i++) {
                text.append(line[i]).append(" ".repeat(widths[i] - line[i].length() + 2));
            }
            lines.add(text.toString().stripTrailing());
        }
        return lines;
    }
}
