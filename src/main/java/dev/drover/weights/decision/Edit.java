package dev.drover.weights.decision;

import dev.drover.weights.settings.WeightsConfiguration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Somebody else changed the weights. Who it was is not in the cache, so lines and Events are made
 * by whoever reads it from {@code managedFields}.
 *
 * @param weights the list as it stands, in order
 * @param kind what the edit means
 * @param detail for {@link Kind#CONTENDED}: how often, and what follows, around the editor's name
 */
public record Edit(List<Integer> weights, Kind kind, Contest detail) {
    /** What an edit means. */
    public enum Kind {
        /** The vector as it stands is the baseline from now on. */
        BASELINE,
        /** It is the baseline already: somebody put it back, which says nothing new. */
        REVERT,
        /** It was put back once too often. */
        CONTENDED
    }

    /**
     * How often weights were put back.
     *
     * @param reverts within {@code window}
     * @param window in words: {@code 10m}
     * @param retry in words: how long load-driven writes stop
     */
    public record Contest(int reverts, String window, String retry) {
        static final Contest NONE = new Contest(0, "", "");
    }

    public Edit {
        weights = List.copyOf(weights);
    }

    /** A new baseline. */
    static Edit of(List<Integer> weights) {
        return new Edit(weights, Kind.BASELINE, Contest.NONE);
    }

    /** The baseline was put back. */
    static Edit reverted(List<Integer> weights, Pass pass) {
        boolean begins = !pass.before.contention().contended() && pass.contention.contended();
        if (!begins) {
            return new Edit(weights, Kind.REVERT, Contest.NONE);
        }
        WeightsConfiguration.Contention rules = pass.settings.contention();
        return new Edit(
                weights,
                Kind.CONTENDED,
                new Contest(
                        pass.contention.count(pass.observed.nanos(), rules),
                        Wording.duration(rules.window()),
                        Wording.duration(rules.retry())));
    }

    /** True when a person should hear of it: the line is a warning, with an Event of its text. */
    public boolean warning() {
        return kind == Kind.CONTENDED;
    }

    /** The log line; {@code editor} is a field manager, or {@code somebody} when not known. */
    public String line(String editor) {
        String list = weights.stream().map(String::valueOf).collect(Collectors.joining("/"));
        return switch (kind) {
            case BASELINE -> "Weights edited by %s: %s, taken as baseline".formatted(editor, list);
            case REVERT -> "Weights reverted by %s: %s, the baseline".formatted(editor, list);
            case CONTENDED ->
                    "Weights reverted %d times in %s by %s: load-driven writes stop for %s"
                            .formatted(detail.reverts(), detail.window(), editor, detail.retry());
        };
    }
}
