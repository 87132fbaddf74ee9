package dev.drover.intents;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.kubernetes.PassListener;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says that the annotation {@link Mode#ANNOTATION} of an object holds no mode, which makes it
 * paused: a line of the log and an Event, once for each value. For every flow, since none of them
 * looks at a paused object. Thread-safe.
 */
public final class UnknownModes implements PassListener {
    private static final Logger LOG = LoggerFactory.getLogger(UnknownModes.class);
    private static final int REMEMBERED = 4096;
    private static final int LONGEST = 200;

    private final EventRecorder events;
    private final Map<Notice.ObjectReference, String> told =
            new BoundedMap<>(REMEMBERED); // guarded by this

    public UnknownModes(EventRecorder events) {
        this.events = events;
    }

    @Override
    public void ended(
            String flow, GenericKubernetesResource object, boolean gone, Throwable failure) {
        Notice.ObjectReference reference = Notice.ObjectReference.of(object);
        Map<String, String> annotations = object.getMetadata().getAnnotations();
        String word = annotations == null ? null : annotations.get(Mode.ANNOTATION);
        if (gone || Mode.known(word)) {
            forget(reference);
        } else if (isNews(reference, word)) {
            String note =
                    "%s: \"%s\" is no mode, so the object is paused; accepted: %s"
                            .formatted(
                                    Mode.ANNOTATION,
                                    word.length() > LONGEST ? word.substring(0, LONGEST) : word,
                                    Mode.ACCEPTED);
            LOG.warn("{}: {} {}: {}", flow, object.getKind(), ObjectKey.of(object), note);
            events.record(
                    flow,
                    new Notice(reference, Notice.Type.WARNING, "UnknownMode", "Reconcile", note));
        }
    }

    private synchronized boolean isNews(Notice.ObjectReference object, String word) {
        return !word.equals(told.put(object, word));
    }

    private synchronized void forget(Notice.ObjectReference object) {
        told.remove(object);
    }
}
