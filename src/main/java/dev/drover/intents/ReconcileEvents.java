package dev.drover.intents;

import dev.drover.kubernetes.PassListener;
import dev.drover.kubernetes.ResourceException;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Map;

/**
 * Says on the object itself that passes over it fail: {@code ReconcileFailed} at the fifth failure
 * in a row, {@code ReconcileRecovered} at the success that ends such a row. Whatever an edit of the
 * object does to the backoff, only a success ends the row. Thread-safe.
 */
public final class ReconcileEvents implements PassListener {
    private static final int WORTH_AN_EVENT = 5;
    private static final int REMEMBERED = 4096;
    private static final String ACTION = "Reconcile";

    private final EventRecorder events;
    private final Map<Subject, Integer> rows = new BoundedMap<>(REMEMBERED); // guarded by this

    /** A name that comes back with another UID starts a row of its own. */
    private record Subject(String flow, Notice.ObjectReference object) {}

    public ReconcileEvents(EventRecorder events) {
        this.events = events;
    }

    @Override
    public void ended(
            String flow, GenericKubernetesResource object, boolean gone, Throwable failure) {
        Subject subject = new Subject(flow, Notice.ObjectReference.of(object));
        int failures = failure == null ? over(subject) : another(subject);
        if (failure != null && failures == WORTH_AN_EVENT) {
            tell(
                    subject,
                    Notice.Type.WARNING,
                    "ReconcileFailed",
                    "%d passes in a row failed, the last one with: %s; tried again with growing pauses"
                            .formatted(failures, reason(failure)));
        }
        if (failure == null && failures >= WORTH_AN_EVENT && !gone) {
            tell(
                    subject,
                    Notice.Type.NORMAL,
                    "ReconcileRecovered",
                    "A pass succeeded after %d failures".formatted(failures));
        }
    }

    private synchronized int another(Subject subject) {
        return rows.merge(subject, 1, Integer::sum);
    }

    private synchronized int over(Subject subject) {
        Integer failures = rows.remove(subject);
        return failures == null ? 0 : failures;
    }

    private void tell(Subject subject, Notice.Type type, String reason, String note) {
        events.record(subject.flow(), new Notice(subject.object(), type, reason, ACTION, note));
    }

    private static String reason(Throwable failure) {
        return failure instanceof ResourceException ? failure.getMessage() : failure.toString();
    }
}
