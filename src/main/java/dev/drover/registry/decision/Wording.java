package dev.drover.registry.decision;

import dev.drover.intents.Intent;
import dev.drover.intents.Notice;
import dev.drover.registry.objects.Workload;
import java.util.Optional;

/** Log lines and Events of one workload, in the words of spec registry 12. */
final class Wording {
    private final Situation situation;

    Wording(Situation situation) {
        this.situation = situation;
    }

    /** {@code Reconciling InferenceService: ml/iris: …}. */
    String line(String text) {
        return "Reconciling %s: %s: %s".formatted(situation.kind().kind(), situation.key(), text);
    }

    Intent.Account quietly(String reason, String text) {
        return new Intent.Account(reason, line(text), Optional.empty(), Intent.Level.DEBUG);
    }

    Intent.Account openly(String reason, String text) {
        return new Intent.Account(reason, line(text), Optional.empty());
    }

    /** With an Event, where there is an object that it can be about. */
    Intent.Account announcing(String reason, String event, String action, String text) {
        return new Intent.Account(
                reason, line(text), notice(Notice.Type.NORMAL, event, action, text));
    }

    Intent.Account warning(String reason, String event, String action, String text) {
        return new Intent.Account(
                reason,
                line(text),
                notice(Notice.Type.WARNING, event, action, text),
                Intent.Level.WARN);
    }

    /** A line at INFO, and an Event of type Warning. */
    Intent.Account cautioning(String reason, String event, String action, String text) {
        return new Intent.Account(
                reason,
                line(text),
                notice(Notice.Type.WARNING, event, action, text),
                Intent.Level.INFO);
    }

    Optional<Notice> notice(Notice.Type type, String reason, String action, String text) {
        return situation
                .workload()
                .filter(workload -> !situation.gone())
                .map(Workload::reference)
                .map(object -> new Notice(object, type, reason, action, text));
    }
}
