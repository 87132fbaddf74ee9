package dev.drover.registry;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which workloads wait for a registry that does not answer. Thread-safe, no I/O. */
final class Outages {
    private final Map<String, Set<Memories.Subject>> waiting = new HashMap<>(); // guarded by this

    /** The workload waits for the registry; how many do. */
    synchronized int waits(String registry, Memories.Subject subject) {
        Set<Memories.Subject> all =
                waiting.computeIfAbsent(registry, absent -> new LinkedHashSet<>());
        all.add(subject);
        return all.size();
    }

    /** The workload waits no more. */
    synchronized void over(Memories.Subject subject) {
        waiting.values().forEach(it -> it.remove(subject));
    }

    /** Those that waited, now that the registry answers again; the longest waiting first. */
    synchronized List<Memories.Subject> end(String registry) {
        return Optional.ofNullable(waiting.remove(registry)).map(List::copyOf).orElse(List.of());
    }

    /** Leadership is lost. */
    synchronized void clear() {
        waiting.clear();
    }
}
