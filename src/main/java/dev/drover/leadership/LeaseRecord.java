package dev.drover.leadership;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A Lease as it was read, tolerant of everything: a field that is missing or of a wrong type is
 * empty, because a malformed Lease is to be repaired and never a reason to stop.
 *
 * @param uid of the object, for Events; may be empty
 * @param resourceVersion precondition of the next write
 * @param specified false when the object has no {@code spec}, or an empty one
 * @param transitions {@code leaseTransitions}, 0 when missing or out of range
 */
record LeaseRecord(
        String uid,
        String resourceVersion,
        boolean specified,
        Optional<String> holder,
        Optional<Duration> duration,
        Optional<String> acquireTime,
        Optional<String> renewTime,
        int transitions) {

    static LeaseRecord of(GenericKubernetesResource lease) {
        Map<?, ?> spec = lease.get("spec") instanceof Map<?, ?> map ? map : Map.of();
        return new LeaseRecord(
                Optional.ofNullable(lease.getMetadata().getUid()).orElse(""),
                Optional.ofNullable(lease.getMetadata().getResourceVersion()).orElse(""),
                !spec.isEmpty(),
                text(spec, "holderIdentity"),
                number(spec, "leaseDurationSeconds").filter(n -> n > 0).map(Duration::ofSeconds),
                text(spec, "acquireTime"),
                text(spec, "renewTime"),
                number(spec, "leaseTransitions")
                        .filter(n -> n >= 0 && n < Integer.MAX_VALUE)
                        .map(Long::intValue)
                        .orElse(0));
    }

    boolean heldBy(String identity) {
        return holder.filter(identity::equals).isPresent();
    }

    private static Optional<String> text(Map<?, ?> spec, String field) {
        return spec.get(field) instanceof String text && !text.isBlank()
                ? Optional.of(text)
                : Optional.empty();
    }

    private static Optional<Long> number(Map<?, ?> spec, String field) {
        return spec.get(field) instanceof Number number
                ? Optional.of(number.longValue())
                : Optional.empty();
    }
}
