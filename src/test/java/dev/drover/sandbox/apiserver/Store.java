package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * All objects, one revision for all of them, and the changes since the last compaction. Stored
 * objects are never changed in place, so that readers may keep them. Everything is guarded by this
 * object's monitor; listeners run under it and so see changes in order.
 */
final class Store {
    /** Old changes are forgotten beyond this many, as a watch cache does. */
    private static final int CHANGES_KEPT = 100_000;

    /** Clients must not take a first revision of 1 for granted. */
    private static final long FIRST_REVISION = 100;

    record Key(String storage, String namespace, String name) implements Comparable<Key> {
        private static final Comparator<Key> ORDER =
                Comparator.comparing(Key::storage)
                        .thenComparing(Key::namespace)
                        .thenComparing(Key::name);

        @Override
        public int compareTo(Key other) {
            return ORDER.compare(this, other);
        }
    }

    private final NavigableMap<Key, ObjectNode> objects = new TreeMap<>();
    private final Deque<Change> changes = new ArrayDeque<>();
    private final List<Consumer<Change>> listeners = new CopyOnWriteArrayList<>();
    private long revision = FIRST_REVISION;
    private long compacted = FIRST_REVISION;

    /** Runs {@code work} without any other change in between. */
    synchronized <T> T atomically(Supplier<T> work) {
        return work.get();
    }

    synchronized long revision() {
        return revision;
    }

    /** Changes up to and including this revision are forgotten. */
    synchronized long compacted() {
        return compacted;
    }

    void listen(Consumer<Change> listener) {
        listeners.add(listener);
    }

    void ignore(Consumer<Change> listener) {
        listeners.remove(listener);
    }

    synchronized Optional<ObjectNode> get(Key key) {
        return Optional.ofNullable(objects.get(key));
    }

    /**
     * Every object of a kind, of one namespace unless that is empty, in the order of their keys.
     */
    synchronized List<ObjectNode> list(String storage, String namespace) {
        return List.copyOf(range(objects, storage, namespace).values());
    }

    synchronized List<ObjectNode> all() {
        return List.copyOf(objects.values());
    }

    /** As {@link #list} answered at {@code revision}; empty if that was compacted. */
    synchronized Optional<List<ObjectNode>> listAt(long then, String storage, String namespace) {
        if (then < compacted) {
            return Optional.empty();
        }
        NavigableMap<Key, ObjectNode> past = new TreeMap<>(range(objects, storage, namespace));
        for (Iterator<Change> latest = changes.descendingIterator(); latest.hasNext(); ) {
            Change change = latest.next();
            if (change.revision() <= then) {
                break;
            }
            if (within(change.key(), storage, namespace)) {
                if (change.previous() == null) {
                    past.remove(change.key());
                } else {
                    past.put(change.key(), change.previous());
                }
            }
        }
        return Optional.of(List.copyOf(past.values()));
    }

    /** Changes after {@code revision}, oldest first. */
    synchronized List<Change> since(long then) {
        Deque<Change> later = new ArrayDeque<>();
        for (Iterator<Change> latest = changes.descendingIterator(); latest.hasNext(); ) {
            Change change = latest.next();
            if (change.revision() <= then) {
                break;
            }
            later.addFirst(change);
        }
        return List.copyOf(later);
    }

    /** Stores {@code object} under the next revision and returns it as stored. */
    synchronized ObjectNode put(Key key, ObjectNode object) {
        ObjectNode stored = stamped(object);
        ObjectNode previous = objects.put(key, stored);
        Change.Type type = previous == null ? Change.Type.ADDED : Change.Type.MODIFIED;
        publish(new Change(revision, type, key, stored, previous));
        return stored;
    }

    /** Removes the object; its last state gets the revision of the removal. */
    synchronized void remove(Key key) {
        ObjectNode previous = objects.remove(key);
        if (previous != null) {
            ObjectNode last = stamped(previous);
            publish(new Change(revision, Change.Type.DELETED, key, last, previous));
        }
    }

    /** Forgets every change so far. */
    synchronized void compact() {
        changes.clear();
        compacted = revision;
    }

    private ObjectNode stamped(ObjectNode object) {
        revision++;
        ObjectNode copy = object.deepCopy();
        copy.withObject("/metadata").put("resourceVersion", String.valueOf(revision));
        return copy;
    }

    private void publish(Change change) {
        changes.addLast(change);
        if (changes.size() > CHANGES_KEPT) {
            compacted = changes.removeFirst().revision();
        }
        listeners.forEach(listener -> listener.accept(change));
    }

    private static NavigableMap<Key, ObjectNode> range(
            NavigableMap<Key, ObjectNode> objects, String storage, String namespace) {
        Key from = new Key(storage, namespace, "");
        Key to =
                namespace.isEmpty()
                        ? new Key(storage + '\0', "", "")
                        : new Key(storage, namespace + '\0', "");
        return objects.subMap(from, true, to, false);
    }

    private static boolean within(Key key, String storage, String namespace) {
        return key.storage().equals(storage)
                && (namespace.isEmpty() || key.namespace().equals(namespace));
    }
}
