package dev.drover.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.registry.api.DesiredState;
import dev.drover.registry.decision.DeployRequest;
import dev.drover.registry.decision.KnownRecord;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Records that ask for workloads, as the walks have seen them. A record that is not seen any more
 * asks for nothing, and removes nothing. Thread-safe.
 */
final class DeployRequests {
    /** A wish to remove must have been there this long, in two complete walks. */
    private static final long WITHDRAWN = Duration.ofSeconds(30).toNanos();

    private final LongSupplier nanos;
    private final Map<Memories.Subject, Request> requests = new HashMap<>(); // guarded by this

    /**
     * @param undeployedNanos when a complete walk first saw it UNDEPLOYED; empty = not now
     */
    private record Request(DeployRequest request, Optional<Long> undeployedNanos) {}

    /** What all requests of one registry share. */
    record Origin(String registry, Optional<ObjectKey> service, ObjectNode template) {}

    DeployRequests(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /**
     * Takes a walk over.
     *
     * @param complete false when it proves nothing of what it did not show
     */
    synchronized void walked(
            Origin origin, Map<Memories.Subject, KnownRecord> seen, boolean complete) {
        seen.forEach((subject, known) -> put(origin, subject, known, complete));
        if (complete) {
            requests.entrySet()
                    .removeIf(
                            it ->
                                    it.getValue()
                                                    .request()
                                                    .known()
                                                    .registry()
                                                    .equals(origin.registry())
                                            && !seen.containsKey(it.getKey()));
        }
    }

    private void put(Origin origin, Memories.Subject subject, KnownRecord known, boolean complete) {
        Request before = requests.get(subject);
        long now = nanos.getAsLong();
        Optional<Long> since = Optional.empty();
        boolean withdrawn = false;
        if (known.record().state() == DesiredState.UNDEPLOYED) {
            since =
                    before == null || !isSame(before, known)
                            ? complete ? Optional.of(now) : Optional.empty()
                            : before.undeployedNanos()
                                    .or(() -> complete ? Optional.of(now) : Optional.empty());
            withdrawn = complete && since.isPresent() && now - since.get() >= WITHDRAWN;
        }
        requests.put(
                subject,
                new Request(
                        new DeployRequest(known, origin.service(), withdrawn, origin.template()),
                        since));
    }

    private static boolean isSame(Request before, KnownRecord known) {
        return before.request().known().registry().equals(known.registry())
                && before.request().known().record().id().equals(known.record().id());
    }

    synchronized Optional<DeployRequest> of(Memories.Subject subject) {
        return Optional.ofNullable(requests.get(subject)).map(Request::request);
    }

    /** All workloads that are asked for, or not any more. */
    synchronized Set<Memories.Subject> subjects() {
        return Set.copyOf(requests.keySet());
    }

    /** Leadership is lost. */
    synchronized void clear() {
        requests.clear();
    }
}
