package dev.drover.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.registry.api.DesiredState;
import dev.drover.registry.decision.DeployRequest;
import dev.drover.registry.decision.KnownRecord;
import dev.drover.registry.objects.Workload;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Records that ask for workloads, as the walks have seen them. A record that is not seen any more
 * asks for nothing, and removes nothing. Thread-safe.
 */
final class DeployRequests {
    /** A wish to remove must have been there this long, in two complete walks. */
    private static final long WITHDRAWN = Duration.ofSeconds(30).toNanos();

    private final LongSupplier nanos;

    /** By workload, then by registry: several may ask for one name. */
    private final Map<Memories.Subject, Map<String, Request>> requests = // guarded by this
            new HashMap<>();

    /**
     * @param undeployedNanos when a complete walk first saw it UNDEPLOYED; empty = not now
     */
    private record Request(DeployRequest request, Optional<Long> undeployedNanos) {
        String record() {
            return request.known().record().id();
        }

        boolean asks() {
            return request.known().record().state() == DesiredState.DEPLOYED;
        }

        boolean made(Optional<Workload> workload) {
            return workload.map(it -> it.annotations().get(Workload.DEPLOYED_FROM))
                    .filter(request.origin()::equals)
                    .isPresent();
        }
    }

    /** What all requests of one registry share. */
    record Origin(String registry, Optional<ObjectKey> service, ObjectNode template) {}

    DeployRequests(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /**
     * Takes a walk over.
     *
     * @param complete false when it proves nothing of what it did not show
     * @return workloads that its registry asks nothing about any more
     */
    synchronized Set<Memories.Subject> walked(
            Origin origin, Map<Memories.Subject, KnownRecord> seen, boolean complete) {
        seen.forEach((subject, known) -> put(origin, subject, known, complete));
        return complete ? forget(origin.registry(), seen.keySet()) : Set.of();
    }

    private void put(Origin origin, Memories.Subject subject, KnownRecord known, boolean complete) {
        Map<String, Request> all = requests.computeIfAbsent(subject, absent -> new TreeMap<>());
        Request before = all.get(origin.registry());
        long now = nanos.getAsLong();
        Optional<Long> since = Optional.empty();
        boolean withdrawn = false;
        if (known.record().state() == DesiredState.UNDEPLOYED) {
            Optional<Long> first = complete ? Optional.of(now) : Optional.empty();
            since =
                    before == null || !before.record().equals(known.record().id())
                            ? first
                            : before.undeployedNanos().or(() -> first);
            withdrawn = complete && since.isPresent() && now - since.get() >= WITHDRAWN;
        }
        DeployRequest request =
                new DeployRequest(known, origin.service(), withdrawn, origin.template(), List.of());
        all.put(origin.registry(), new Request(request, since));
    }

    /**
     * The registry is not allowed any more.
     *
     * @return workloads that it asks nothing about any more
     */
    synchronized Set<Memories.Subject> forget(String registry) {
        return forget(registry, Set.of());
    }

    private Set<Memories.Subject> forget(String registry, Set<Memories.Subject> but) {
        Set<Memories.Subject> forgotten = new HashSet<>();
        requests.forEach(
                (subject, all) -> {
                    if (!but.contains(subject) && all.remove(registry) != null) {
                        forgotten.add(subject);
                    }
                });
        requests.values().removeIf(Map::isEmpty);
        return forgotten;
    }

    /**
     * The record that has the say about a workload: the one that it was made of, else the first
     * that asks for one.
     *
     * @param present the workload as it is
     * @param last its last known state
     */
    synchronized Optional<DeployRequest> of(
            Memories.Subject subject, Optional<Workload> present, Optional<Workload> last) {
        Collection<Request> all = requests.getOrDefault(subject, Map.of()).values();
        return all.stream()
                .min(
                        Comparator.comparing((Request it) -> !it.made(present))
                                .thenComparing(it -> !it.asks())
                                .thenComparing(it -> !it.made(last)))
                .map(chosen -> chosen.request().beside(rivals(all, chosen)));
    }

    private static List<String> rivals(Collection<Request> all, Request chosen) {
        return all.stream()
                .filter(it -> !it.equals(chosen) && it.asks())
                .map(it -> it.request().words())
                .toList();
    }

    /** Workloads that should exist. */
    synchronized Set<Memories.Subject> wanted() {
        return requests.entrySet().stream()
                .filter(it -> it.getValue().values().stream().anyMatch(Request::asks))
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Leadership is lost. */
    synchronized void clear() {
        requests.clear();
    }
}
