package dev.drover.sandbox.demo;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Options of the demo.
 *
 * @param duration after which it ends by itself; empty: Ctrl-C ends it
 * @param routes a user's folder of route files
 * @param plain lines instead of a table that is drawn in place
 */
record DemoOptions(Optional<Duration> duration, Optional<Path> routes, boolean plain) {
    static final String USAGE =
            """
            usage: mvn -q test-compile exec:java -Dexec.args="[options]"
              --duration 30s   ends by itself, exit code 0 (ms, s, m); without it Ctrl-C ends the demo
              --routes DIR     route files (*.camel.yaml) that replace or add to the built-in ones
              --plain          lines instead of a live table (also when the output is no terminal)
              --help           this text
            The management port is 8778; another one: DROVER_MANAGEMENT_PORT=18778.\
            """;

    private static final Pattern DURATION = Pattern.compile("(\\d{1,6})(ms|s|m)");

    /** An option that cannot be used; the message is one line for the user. */
    static final class BadOption extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        BadOption(String message) {
            super(message);
        }
    }

    static DemoOptions parse(String... args) {
        Optional<Duration> duration = Optional.empty();
        Optional<Path> routes = Optional.empty();
        boolean plain = false;
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--duration" -> duration = Optional.of(duration(value(args, ++i)));
                case "--routes" -> routes = Optional.of(directory(value(args, ++i)));
                case "--plain" -> plain = true;
                default ->
                        throw new BadOption(
                                "unknown option \"" + args[i] + "\"; --help lists the options");
            }
        }
        return new DemoOptions(duration, routes, plain);
    }

    private static String value(String[] args, int index) {
        if (index >= args.length) {
            throw new BadOption(args[index - 1] + " needs a value; --help lists the options");
        }
        return args[index];
    }

    private static Duration duration(String text) {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            throw new BadOption(
                    "--duration: \"" + text + "\" is no duration; accepted: 500ms, 30s, 5m");
        }
        long amount = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            default -> Duration.ofMinutes(amount);
        };
    }

    private static Path directory(String text) {
        Path path = Path.of(text);
        if (!Files.isDirectory(path)) {
            throw new BadOption("--routes: \"" + text + "\" is no folder");
        }
        return path.toAbsolutePath();
    }
}
