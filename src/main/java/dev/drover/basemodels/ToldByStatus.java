package dev.drover.basemodels;

import dev.drover.basemodels.decision.IntentNames;
import dev.drover.intents.EventRecorder;
import dev.drover.intents.Notice;
import java.util.Set;

/**
 * Keeps the act route from telling what the status tells: a refused creation, or a refused patch of
 * the model, becomes a cause, and that has an Event of its own.
 */
record ToldByStatus(EventRecorder events) implements EventRecorder {
    private static final Set<String> REFUSALS =
            Set.of("Forbidden", "AdmissionDenied", "QuotaExceeded");
    private static final Set<String> WRITES =
            Set.of(
                    IntentNames.CREATE_JOB,
                    IntentNames.CREATE_SERVICE_ACCOUNT,
                    IntentNames.CREATE_ROLE_BINDING,
                    IntentNames.PATCH_SPEC,
                    IntentNames.PATCH_ANNOTATIONS);

    @Override
    public void record(String flow, Notice notice) {
        if (!(WRITES.contains(notice.action()) && REFUSALS.contains(notice.reason()))) {
            events.record(flow, notice);
        }
    }
}
