package dev.drover.basemodels.decision;

import dev.drover.basemodels.objects.BaseModel;
import dev.drover.intents.Intent;
import java.util.List;
import java.util.stream.Collectors;

/** One line for each decision that writes; its words are what users grep for. */
final class LogLines {
    private LogLines() {}

    static String reconciling(BaseModel model, String what, List<Intent> intents) {
        return "Reconciling %s: %s -> %s"
                .formatted(
                        model,
                        what,
                        intents.stream().map(Intent::name).collect(Collectors.joining(", ")));
    }

    /** {@code <Cause> (<state>): <message without the cause>}. */
    static String outcome(Verdict verdict) {
        String message = verdict.message().substring(verdict.cause().word().length() + 2);
        return "%s (%s): %s"
                .formatted(verdict.cause().word(), verdict.cause().group().state(), message);
    }
}
