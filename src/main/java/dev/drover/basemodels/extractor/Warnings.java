package dev.drover.basemodels.extractor;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Collects warnings: the code once for the result, each occasion as a line of the log. */
final class Warnings {
    private final Set<Warning> codes = new LinkedHashSet<>();
    private final Consumer<String> log;

    Warnings(Consumer<String> log) {
        this.log = log;
    }

    /**
     * @param what which file and why; no content of a file
     */
    void add(Warning warning, String what) {
        codes.add(warning);
        log.accept(warning.code() + ": " + what);
    }

    /** In order of first appearance. */
    List<String> codes() {
        return codes.stream().map(Warning::code).toList();
    }
}
