package dev.drover.basemodels.decision;

import dev.drover.intents.Intent;
import dev.drover.intents.Notice;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What follows from one look at a model.
 *
 * @param cause why the model is as it is; empty when it is none of our business, or nothing may be
 *     done
 * @param message for people, as the condition {@code Ready} carries it; empty without a cause
 * @param intents writes, in order
 * @param nextLook when something can change without any event; empty when nothing can
 * @param memory to be given to the next decision about the same UID
 * @param notices Events to send now, apart from those that depend on an intent's success
 * @param line to be logged
 * @param end of an attempt, to be counted when the intent that records it ({@code PatchSpec},
 *     {@code PatchAnnotations}) was applied
 */
public record Decision(
        Optional<Cause> cause,
        String message,
        List<Intent> intents,
        Optional<Duration> nextLook,
        Memory memory,
        List<Notice> notices,
        Optional<LogLine> line,
        Optional<AttemptEnd> end) {
    public Decision {
        intents = List.copyOf(intents);
        notices = List.copyOf(notices);
    }

    /** Nothing to do, nothing to say. */
    static Decision nothing() {
        return new Decision(
                Optional.empty(),
                "",
                List.of(),
                Optional.empty(),
                Memory.NONE,
                List.of(),
                Optional.empty(),
                Optional.empty());
    }
}
