package dev.drover.registry;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.kubernetes.ResourceCache;
import dev.drover.kubernetes.ResourcesComponent;
import dev.drover.registry.objects.WorkloadKind;
import dev.drover.registry.view.References.Kind;
import dev.drover.registry.view.References.Reference;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Asks for passes over workloads, in the queues of their kinds. */
final class Queues {
    /** Gap between keys that come back together: ten a second. */
    static final Duration GAP = Duration.ofMillis(100);

    private final Supplier<ResourcesComponent> component;
    private final Function<String, ResourceCache> caches;
    private final Collection<WorkloadKind> kinds;

    Queues(
            Supplier<ResourcesComponent> component,
            Function<String, ResourceCache> caches,
            Collection<WorkloadKind> kinds) {
        this.component = component;
        this.caches = caches;
        this.kinds = List.copyOf(kinds);
    }

    /**
     * @param cause one word for logs
     * @param delay from now
     */
    void enqueue(WorkloadKind kind, Collection<ObjectKey> keys, String cause, Duration delay) {
        component.get().enqueue(kind.resource(), keys, cause, delay);
    }

    /** All of them, ten a second. */
    void enqueueSlowly(Collection<Memories.Subject> subjects, String cause) {
        int position = 0;
        for (Memories.Subject subject : subjects) {
            enqueue(subject.kind(), List.of(subject.key()), cause, GAP.multipliedBy(position++));
        }
    }

    /** Every workload that is labelled with this model or version. */
    void referrers(Reference reference) {
        for (WorkloadKind kind : kinds) {
            enqueue(kind, referrers(kind, reference), "references", Duration.ZERO);
        }
    }

    /**
     * One of them, to read it again.
     *
     * @param concerned ids of another registry may be the same
     * @return false when there is none
     */
    boolean oneReferrer(Reference reference, Predicate<Memories.Subject> concerned) {
        for (WorkloadKind kind : kinds) {
            Optional<ObjectKey> referrer =
                    referrers(kind, reference).stream()
                            .filter(key -> concerned.test(new Memories.Subject(kind, key)))
                            .findFirst();
            if (referrer.isPresent()) {
                enqueue(kind, List.of(referrer.get()), "references", Duration.ZERO);
                return true;
            }
        }
        return false;
    }

    private Set<ObjectKey> referrers(WorkloadKind kind, Reference reference) {
        String value =
                reference.kind() == Kind.MODEL
                        ? ReferenceIndex.model(reference.id())
                        : ReferenceIndex.version(reference.id());
        return caches.apply(kind.resource()).byIndex(ReferenceIndex.NAME, value);
    }
}
