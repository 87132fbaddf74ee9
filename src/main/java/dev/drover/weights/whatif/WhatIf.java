package dev.drover.weights.whatif;

import dev.drover.weights.decision.Calculator;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Tries capacities, loads, failures and settings before production: simulates clusters and lets the
 * product's own {@link Calculator} decide about them. Prints one line a minute and a summary;
 * {@code --csv} and {@code --chart} write files. Ends with 2 for options that cannot be used, with
 * 1 when a file cannot be written.
 */
public final class WhatIf {
    private static final int USAGE = 2;

    private WhatIf() {}

    public static void main(String[] args) {
        int status = run(System.out, System.err, args);
        if (status != 0) {
            System.exit(status);
        }
    }

    static int run(PrintStream out, PrintStream err, String... args) {
        if (List.of(args).contains("--help")) {
            help(out);
            return 0;
        }
        Options options;
        try {
            options = Options.parse(args);
        } catch (OptionException e) {
            err.println(e.getMessage());
            return USAGE;
        }
        Calculator calculator = new Calculator();
        List<Second> run = new Simulation(options, calculator::decide).run();
        Table.minutes(run).forEach(out::println);
        new Summary(run).lines().forEach(out::println);
        return write(options.csv(), String.join("\n", Table.csv(run)) + "\n", err)
                        && write(options.chart(), Chart.of(run), err)
                ? 0
                : 1;
    }

    private static boolean write(Optional<String> file, String text, PrintStream err) {
        if (file.isEmpty()) {
            return true;
        }
        try {
            Files.write(Path.of(file.get()), text.getBytes(StandardCharsets.UTF_8));
            return true;
        } catch (IOException e) {
            err.println(file.get() + " cannot be written: " + e.getMessage());
            return false;
        }
    }

    private static void help(PrintStream out) {
        out.println("Simulates how weights follow the load. Options, each with its accepted form:");
        for (Map.Entry<String, String> option : OptionReader.ACCEPTED.entrySet()) {
            out.printf("  --%-10s %s%n", option.getKey(), option.getValue());
        }
        out.println("Example: --capacity 3,1 --load 0.8 --fail 1@10m-15m --chart run.svg");
    }
}
