package dev.drover.weights.decision;

import dev.drover.intents.Intent;
import dev.drover.intents.Notice;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What follows from one look at a model.
 *
 * @param intents writes, at most one patch; the act route leaves it unsent in observe mode
 * @param state to be given to the next decision about the same UID
 * @param nextLook when something can change without any event; empty when nothing can
 * @param condition how the model is doing
 * @param notices Events to send now, apart from those that depend on an intent's success
 * @param explanation figures of the whole model
 * @param refs figures of each entry, in list order
 * @param edit an edit by somebody else that was found in this pass
 * @param lines to be logged, in order
 */
public record Decision(
        List<Intent> intents,
        ModelState state,
        Optional<Duration> nextLook,
        ModelCondition condition,
        List<Notice> notices,
        Explanation explanation,
        List<RefReport> refs,
        Optional<Edit> edit,
        List<LogLine> lines) {
    public Decision {
        intents = List.copyOf(intents);
        notices = List.copyOf(notices);
        refs = List.copyOf(refs);
        lines = List.copyOf(lines);
    }

    /**
     * Figures of the whole model.
     *
     * @param strategy that was used: {@code balance}; {@code none} for a model that is given back
     * @param total W, what is distributed over the managed refs
     * @param floor smallest weight of an eligible ref
     * @param shift between desired and present weights, in points per 100
     * @param deadband smallest shift that is written
     * @param reason of the write ({@code first}, {@code load}), or why there is none, in words
     * @param allDown whether every managed ref is down
     * @param contended whether another writer does not give in
     * @param detail a sentence about the condition, with what to do where something is to be done
     */
    public record Explanation(
            String strategy,
            int total,
            int floor,
            double shift,
            double deadband,
            String reason,
            boolean allDown,
            boolean contended,
            String detail) {}
}
