package dev.drover.config;

import java.util.List;
import java.util.stream.Collectors;

/** The configuration cannot be used. Its message lists every problem, one a line, sorted by key. */
public final class ConfigurationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    ConfigurationException(List<Problem> problems) {
        super(message("drover cannot start: ", problems));
        this.problems = problems.stream().sorted().collect(Collectors.toUnmodifiableList());
    }

    /** What is wrong, sorted by key. */
    public List<Problem> problems() {
        return problems;
    }

    static String message(String consequence, List<Problem> problems) {
        return problems.stream()
                .sorted()
                .map(problem -> "\n  " + problem)
                .collect(
                        Collectors.joining(
                                "",
                                consequence + count(problems.size()) + " in its configuration",
                                ""));
    }

    private static String count(int problems) {
        return problems == 1 ? "1 problem" : problems + " problems";
    }
}
