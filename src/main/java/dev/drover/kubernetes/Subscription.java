package dev.drover.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes the changes of an informer on to a queue, those that are of interest as causes. */
final class Subscription implements Subscriber {
    private static final Logger LOG = LoggerFactory.getLogger(Subscription.class);

    private final KeyQueue queue;
    private final Delivery on;
    private final Function<GenericKubernetesResource, Object> view;
    private volatile boolean viewFailed;

    /**
     * @param view null unless {@code on} is {@code view}
     */
    Subscription(KeyQueue queue, Delivery on, Function<GenericKubernetesResource, Object> view) {
        this.queue = queue;
        this.on = on;
        this.view = view;
    }

    @Override
    public void changed(
            ObjectKey key,
            GenericKubernetesResource before,
            GenericKubernetesResource now,
            Change change,
            long receivedNanos) {
        GenericKubernetesResource last = now == null ? before : now;
        queue.changed(
                key,
                cause(before, now, change),
                last == null ? "" : last.getMetadata().getResourceVersion(),
                change == Change.INITIAL ? OptionalLong.empty() : OptionalLong.of(receivedNanos),
                now == null ? before : null);
    }

    /** Null when the change is not to be delivered. */
    private String cause(
            GenericKubernetesResource before, GenericKubernetesResource now, Change change) {
        return switch (change) {
            case INITIAL -> PassCause.FIRST_SIGHT;
            case ADDED -> PassCause.CREATED;
            case DELETED -> PassCause.DELETED;
            case MODIFIED, RELISTED -> {
                if (before == null || !sameObject(before.getMetadata(), now.getMetadata())) {
                    yield PassCause.CREATED;
                }
                yield interesting(before, now) ? PassCause.UPDATED : null;
            }
        };
    }

    private boolean interesting(GenericKubernetesResource before, GenericKubernetesResource now) {
        return switch (on) {
            case any -> true;
            case spec -> specChanged(before.getMetadata(), now.getMetadata());
            case view -> viewChanged(before, now);
        };
    }

    /**
     * Kinds without a generation (ConfigMap, Secret, …) have no status either: all of it counts.
     */
    private static boolean specChanged(ObjectMeta before, ObjectMeta now) {
        return now.getGeneration() == null
                || !Objects.equals(before.getGeneration(), now.getGeneration())
                || !Objects.equals(before.getLabels(), now.getLabels())
                || !Objects.equals(before.getAnnotations(), now.getAnnotations())
                || !Objects.equals(before.getDeletionTimestamp(), now.getDeletionTimestamp());
    }

    private boolean viewChanged(GenericKubernetesResource before, GenericKubernetesResource now) {
        try {
            boolean changed = !Objects.equals(view.apply(before), view.apply(now));
            viewFailed = false;
            return changed;
        } catch (RuntimeException e) { // the bean is not ours, and the informer must live on
            if (!viewFailed) {
                viewFailed = true;
                LOG.error("{}: the view failed; every change counts", ObjectKey.of(now), e);
            }
            return true;
        }
    }

    private static boolean sameObject(ObjectMeta before, ObjectMeta now) {
        return Objects.equals(before.getUid(), now.getUid());
    }
}
