package dev.drover.config;

import java.util.List;

/**
 * What became of one edit of the file.
 *
 * @param applied live keys that changed, as {@code key=value}; empty when the edit was rejected
 * @param pending keys that take effect at the next start, each reported once a value
 * @param problems why the edit was rejected; empty when it was taken over
 */
public record Reload(List<String> applied, List<String> pending, List<Problem> problems) {
    public Reload {
        applied = List.copyOf(applied);
        pending = List.copyOf(pending);
        problems = List.copyOf(problems);
    }

    static Reload rejected(List<Problem> problems) {
        return new Reload(List.of(), List.of(), problems);
    }

    public boolean accepted() {
        return problems.isEmpty();
    }
}
