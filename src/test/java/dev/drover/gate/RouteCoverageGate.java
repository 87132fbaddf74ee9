package dev.drover.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Each step of each built-in route was executed by some test. Runs after all tests, on what {@link
 * RouteCoverage} left behind.
 */
class RouteCoverageGate {
    private static final Path ROUTES = Path.of("src", "main", "resources", "routes");
    private static final Pattern STEP =
            Pattern.compile("<step name=\"([^\"]+)\" exchangesTotal=\"(\\d+)\"/>");

    @Test
    void everyStepOfEveryBuiltInRouteWasExecuted() throws IOException {
        assertThat(RouteCoverage.FOLDER)
                .as("what the tests of routes leave behind; did they run?")
                .isDirectory();
        assertThat(RouteSteps.below(ROUTES)).hasSizeGreaterThan(20);
        assertThat(neverExecuted(ROUTES, RouteCoverage.FOLDER))
                .as("steps (<route>/<step>) that no test executes")
                .isEmpty();
    }

    static List<String> neverExecuted(Path routes, Path coverage) throws IOException {
        Map<String, Long> executed = new TreeMap<>();
        try (Stream<Path> files = Files.list(coverage)) {
            for (Path file : files.toList()) {
                Matcher step = STEP.matcher(Files.readString(file));
                while (step.find()) {
                    executed.merge(step.group(1), Long.parseLong(step.group(2)), Long::sum);
                }
            }
        }
        return RouteSteps.below(routes).stream()
                .filter(step -> executions(step, executed) == 0)
                .toList();
    }

    /** Of {@code <route>/<step>}, where {@code -*} at the end of the route stands for any one. */
    private static long executions(String step, Map<String, Long> executed) {
        int any = step.indexOf("*/");
        if (any < 0) {
            return executed.getOrDefault(step, 0L);
        }
        return executed.entrySet().stream()
                .filter(it -> it.getKey().startsWith(step.substring(0, any)))
                .filter(it -> it.getKey().endsWith(step.substring(any + 1)))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
