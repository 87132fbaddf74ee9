package dev.drover.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The objects of an informer as lists and events drew them, and those who want to hear of each
 * difference. While hidden (the kind is not served) it shows nothing and reports nothing: objects
 * whose kind went away were not deleted by anybody. Readers take no lock.
 */
final class ObservedObjects {
    private static final Logger LOG = LoggerFactory.getLogger(ObservedObjects.class);

    private final ObjectStore store = new ObjectStore(); // written under this
    private final SeenVersions versions = new SeenVersions();
    private final List<Subscriber> subscribers = new CopyOnWriteArrayList<>();
    private volatile boolean hidden;

    Optional<GenericKubernetesResource> get(ObjectKey key) {
        return hidden ? Optional.empty() : store.get(key);
    }

    List<GenericKubernetesResource> list() {
        return hidden ? List.of() : store.list();
    }

    Set<ObjectKey> byIndex(String index, String value) {
        return hidden ? Set.of() : store.byIndex(index, value);
    }

    int size() {
        return hidden ? 0 : store.size();
    }

    boolean hidden() {
        return hidden;
    }

    CompletableFuture<Void> seen(ObjectKey key, String resourceVersion) {
        return versions.await(key, resourceVersion);
    }

    synchronized void addIndex(
            String name, Function<GenericKubernetesResource, Collection<String>> valuesOf) {
        store.addIndex(name, valuesOf);
    }

    synchronized void subscribe(Subscriber subscriber, long nanos) {
        subscribers.add(subscriber);
        for (GenericKubernetesResource object : list()) {
            tell(subscriber, ObjectKey.of(object), null, object, Change.INITIAL, nanos);
        }
    }

    synchronized void unsubscribe(Subscriber subscriber) {
        subscribers.remove(subscriber);
    }

    synchronized void hide() {
        hidden = true;
    }

    /**
     * Takes a complete list of a namespace (empty = of everything) over.
     *
     * @param first true if no list and no watch of the same run came before
     */
    synchronized void listed(
            String namespace,
            Map<ObjectKey, GenericKubernetesResource> objects,
            boolean first,
            long nanos) {
        Set<ObjectKey> known = store.keys(namespace);
        if (first && known.stream().noneMatch(key -> same(store.get(key), objects.get(key)))) {
            // nothing is left of what there was before the kind went away: it is a new one, and
            // its objects were not deleted one by one
            known.forEach(store::remove);
        }
        hidden = false;
        for (ObjectKey key : known) {
            if (!objects.containsKey(key)) {
                store.get(key).ifPresent(last -> gone(key, last, nanos));
            }
        }
        objects.forEach(
                (key, now) -> {
                    if (!version(now)
                            .equals(store.get(key).map(ObservedObjects::version).orElse(""))) {
                        taken(key, now, first ? Change.INITIAL : Change.RELISTED, nanos);
                    }
                });
    }

    /** Takes an event over: {@code change} is ADDED, MODIFIED or DELETED. */
    synchronized void event(Change change, GenericKubernetesResource object, long nanos) {
        ObjectKey key = ObjectKey.of(object);
        if (change == Change.DELETED) {
            gone(key, object, nanos);
        } else {
            boolean known = store.get(key).isPresent();
            taken(key, object, known ? Change.MODIFIED : Change.ADDED, nanos);
        }
    }

    private void taken(ObjectKey key, GenericKubernetesResource now, Change change, long nanos) {
        store.get(key)
                .filter(before -> !same(Optional.of(before), now))
                .ifPresent(before -> gone(key, before, nanos)); // another object of the same name
        GenericKubernetesResource before = store.put(key, now);
        versions.seen(key, version(now));
        tellAll(key, before, now, change, nanos);
    }

    private void gone(ObjectKey key, GenericKubernetesResource last, long nanos) {
        boolean known = store.remove(key) != null;
        versions.seen(key, version(last));
        if (known) {
            tellAll(key, last, null, Change.DELETED, nanos);
        }
    }

    private static boolean same(
            Optional<GenericKubernetesResource> before, GenericKubernetesResource now) {
        return now != null
                && before.filter(
                                object ->
                                        Objects.equals(
                                                object.getMetadata().getUid(),
                                                now.getMetadata().getUid()))
                        .isPresent();
    }

    private static String version(GenericKubernetesResource object) {
        return Objects.requireNonNullElse(object.getMetadata().getResourceVersion(), "");
    }

    private void tellAll(
            ObjectKey key,
            GenericKubernetesResource before,
            GenericKubernetesResource now,
            Change change,
            long nanos) {
        for (Subscriber subscriber : subscribers) {
            tell(subscriber, key, before, now, change, nanos);
        }
    }

    /** A subscriber that fails must not cost the others, or the cache, the change. */
    private static void tell(
            Subscriber subscriber,
            ObjectKey key,
            GenericKubernetesResource before,
            GenericKubernetesResource now,
            Change change,
            long nanos) {
        try {
            subscriber.changed(key, before, now, change, nanos);
        } catch (RuntimeException e) {
            LOG.error("{}: a subscriber failed on {}", key, change, e);
        }
    }
}
