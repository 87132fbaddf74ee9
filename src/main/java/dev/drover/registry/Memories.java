package dev.drover.registry;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.registry.api.Call;
import dev.drover.registry.decision.Memory;
import dev.drover.registry.decision.Standing;
import dev.drover.registry.mapping.OwnProperties;
import dev.drover.registry.objects.Workload;
import dev.drover.registry.objects.WorkloadKind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What is remembered of each workload between passes. Thread-safe; one workload is in the hands of
 * one thread at a time.
 */
final class Memories {
    private final Map<Subject, Entry> entries = new ConcurrentHashMap<>();
    private volatile long term;

    /** Which workload. */
    record Subject(WorkloadKind kind, ObjectKey key) {}

    /**
     * Of the last pass, for people.
     *
     * @param calls to registries, the last ten, oldest first
     * @param wanted properties that the record should have
     * @param nextLook when the workload is looked at though nothing changes
     */
    record Seen(
            Instant decidedAt,
            List<Call> calls,
            Optional<OwnProperties> wanted,
            Optional<Instant> nextLook) {
        static final Seen NOTHING =
                new Seen(Instant.EPOCH, List.of(), Optional.empty(), Optional.empty());
        private static final int CALLS = 10;

        Seen {
            calls = List.copyOf(calls.subList(Math.max(0, calls.size() - CALLS), calls.size()));
        }
    }

    /**
     * Of one workload.
     *
     * @param uid of the object it is about
     * @param workload as last seen; kept for a deletion that takes several passes
     * @param registry that it was last resolved to, empty = none
     * @param told lines and notices of the last pass, which are not repeated
     * @param seen what people are shown of the last pass
     * @param attempts passes in a row that failed
     * @param races passes in a row in which somebody was faster
     */
    record Entry(
            String uid,
            Memory memory,
            Optional<Workload> workload,
            String registry,
            Object told,
            Seen seen,
            int attempts,
            int races) {
        static final Entry NONE =
                new Entry("", Memory.empty(), Optional.empty(), "", "", Seen.NOTHING, 0, 0);

        Entry trying(int attempts, int races) {
            return new Entry(uid, memory, workload, registry, told, seen, attempts, races);
        }

        Entry with(Memory remembered) {
            return new Entry(uid, remembered, workload, registry, told, seen, attempts, races);
        }
    }

    /** The term of leadership that a pass begins in. */
    long term() {
        return term;
    }

    /** What is remembered of the name, whatever its uid. */
    Entry of(Subject subject) {
        return entries.getOrDefault(subject, Entry.NONE);
    }

    /** False when the term is over: that pass belongs to a leadership that was lost. */
    synchronized boolean remember(long term, Subject subject, Entry entry) {
        if (term != this.term) {
            return false;
        }
        entries.put(subject, entry);
        return true;
    }

    /** Keeps the workload for a pass that has to wait: it may be gone by then. */
    void see(Subject subject, Workload workload) {
        entries.compute(
                subject,
                (key, known) -> {
                    Entry entry = known == null ? Entry.NONE : known;
                    boolean same = entry.uid().equals(workload.uid());
                    return new Entry(
                            workload.uid(),
                            same ? entry.memory() : Memory.empty(),
                            Optional.of(workload),
                            entry.registry(),
                            entry.told(),
                            entry.seen(),
                            entry.attempts(),
                            entry.races());
                });
    }

    void forget(Subject subject) {
        entries.remove(subject);
    }

    synchronized void clear() {
        term++;
        entries.clear();
    }

    long count(WorkloadKind kind, Standing.State state) {
        return entries.entrySet().stream()
                .filter(it -> it.getKey().kind() == kind)
                .filter(
                        it ->
                                it.getValue()
                                        .memory()
                                        .standing()
                                        .filter(standing -> standing.state() == state)
                                        .isPresent())
                .count();
    }

    /** Workloads that carry Drover's finalizer. */
    long finalizers() {
        return entries.values().stream()
                .filter(it -> it.workload().filter(Workload::hasFinalizer).isPresent())
                .count();
    }

    /** All of them. */
    Map<Subject, Entry> all() {
        return Map.copyOf(entries);
    }
}
