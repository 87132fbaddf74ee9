package dev.drover.registry.view;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.decision.KnownRecord;
import dev.drover.registry.decision.Ownership;
import dev.drover.registry.mapping.ExternalId;
import dev.drover.registry.mapping.OwnKey;
import dev.drover.registry.mapping.OwnProperties;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Every record of Drover's that was seen in a walk or an answer, by registry. It may show that
 * nothing is to be done; it never justifies a write. Thread-safe, no I/O.
 */
public final class RecordView {
    private final LongSupplier nanos;
    private final Map<Place, Seen> records = new HashMap<>(); // guarded by this
    private final Map<String, Set<Place>> byUid = new HashMap<>(); // guarded by this
    private final Map<Named, Set<Place>> byName = new HashMap<>(); // guarded by this

    private record Place(String registry, String id) {}

    private record Named(String kind, String namespace, String name) {}

    private record Seen(RegistryRecord record, long atNanos) {}

    /**
     * @param nanos monotonic clock
     */
    public RecordView(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Takes a record over as it was seen now, if it is of interest. */
    public synchronized void put(String registry, RegistryRecord record) {
        Place place = new Place(registry, record.id());
        drop(place);
        if (Ownership.identity(record).isEmpty() && !Ownership.asksForWorkload(record)) {
            return;
        }
        records.put(place, new Seen(record, nanos.getAsLong()));
        uid(record).ifPresent(uid -> file(byUid, uid, place));
        named(record).ifPresent(name -> file(byName, name, place));
    }

    /** The registry says that it has no such record. */
    public synchronized void remove(String registry, String id) {
        drop(new Place(registry, id));
    }

    /** After a complete walk: what it did not show is not there. */
    public synchronized void retainSeenSince(String registry, long startNanos) {
        records.entrySet().stream()
                .filter(it -> it.getKey().registry().equals(registry))
                .filter(it -> it.getValue().atNanos() - startNanos < 0)
                .map(Map.Entry::getKey)
                .toList()
                .forEach(this::drop);
    }

    /** The registry is not allowed any more. */
    public synchronized void forget(String registry) {
        records.keySet().stream()
                .filter(it -> it.registry().equals(registry))
                .toList()
                .forEach(this::drop);
    }

    /** Leadership is lost: others write now. */
    public synchronized void clear() {
        records.clear();
        byUid.clear();
        byName.clear();
    }

    /**
     * Records of this uid, and of this kind, namespace and name whatever their uid.
     *
     * @param longest entries that are older are not shown
     */
    public synchronized List<KnownRecord> of(
            String kind, ObjectKey key, String uid, Duration longest) {
        Set<Place> places = new LinkedHashSet<>(byUid.getOrDefault(uid, Set.of()));
        places.addAll(byName.getOrDefault(new Named(kind, key.namespace(), key.name()), Set.of()));
        long now = nanos.getAsLong();
        List<KnownRecord> found = new ArrayList<>();
        for (Place place : places) {
            Seen seen = records.get(place);
            if (now - seen.atNanos() <= longest.toNanos()) {
                found.add(new KnownRecord(place.registry(), seen.record()));
            }
        }
        return found;
    }

    /** All records of a registry that are known. */
    public synchronized List<RegistryRecord> all(String registry) {
        return records.entrySet().stream()
                .filter(it -> it.getKey().registry().equals(registry))
                .map(it -> it.getValue().record())
                .toList();
    }

    /** Registries that records are known of. */
    public synchronized Collection<String> registries() {
        return records.keySet().stream().map(Place::registry).distinct().toList();
    }

    private void drop(Place place) {
        Seen seen = records.remove(place);
        if (seen != null) {
            uid(seen.record()).ifPresent(uid -> unfile(byUid, uid, place));
            named(seen.record()).ifPresent(name -> unfile(byName, name, place));
        }
    }

    private static Optional<String> uid(RegistryRecord record) {
        return Ownership.identity(record).map(ExternalId::uid);
    }

    private static Optional<Named> named(RegistryRecord record) {
        OwnProperties own = OwnProperties.of(record.properties());
        return Ownership.identity(record)
                .map(it -> it.kind().kind())
                .flatMap(
                        kind ->
                                own.text(OwnKey.NAMESPACE)
                                        .flatMap(
                                                namespace ->
                                                        own.text(OwnKey.NAME)
                                                                .map(
                                                                        name ->
                                                                                new Named(
                                                                                        kind,
                                                                                        namespace,
                                                                                        name))));
    }

    private static <K> void file(Map<K, Set<Place>> index, K value, Place place) {
        index.computeIfAbsent(value, absent -> new LinkedHashSet<>(2)).add(place);
    }

    private static <K> void unfile(Map<K, Set<Place>> index, K value, Place place) {
        Set<Place> places = index.get(value);
        if (places != null) {
            places.remove(place);
            if (places.isEmpty()) {
                index.remove(value);
            }
        }
    }
}
