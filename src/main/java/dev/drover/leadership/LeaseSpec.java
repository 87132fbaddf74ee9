package dev.drover.leadership;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Writes the {@code spec} of a Lease: every field, so that a malformed one is repaired by it. */
final class LeaseSpec {
    /** Kubernetes' MicroTime. */
    private static final DateTimeFormatter MICRO_TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    private LeaseSpec() {}

    /** A spec that names {@code identity} as the holder from {@code now} on. */
    static ObjectNode held(
            Optional<LeaseRecord> before, String identity, LeaseTimings timings, Instant now) {
        boolean own = before.filter(lease -> lease.heldBy(identity)).isPresent();
        String renewed = differing(now, before.flatMap(LeaseRecord::renewTime));
        return JsonNodeFactory.instance
                .objectNode()
                .put("holderIdentity", identity)
                .put("leaseDurationSeconds", wholeSeconds(timings))
                .put(
                        "acquireTime",
                        before.filter(lease -> own)
                                .flatMap(LeaseRecord::acquireTime)
                                .orElse(renewed))
                .put("renewTime", renewed)
                .put(
                        "leaseTransitions",
                        before.map(lease -> lease.transitions() + (own ? 0 : 1)).orElse(0));
    }

    /** A merge patch that takes the holder away and leaves the rest for whoever reads it. */
    static ObjectNode released() {
        return JsonNodeFactory.instance.objectNode().putNull("holderIdentity");
    }

    static int wholeSeconds(LeaseTimings timings) {
        return (int) timings.duration().plusMillis(999).toSeconds();
    }

    /** Others see a renewal by a changed time; a clock that stands still must not hide it. */
    private static String differing(Instant now, Optional<String> before) {
        String text = MICRO_TIME.format(now);
        return before.filter(text::equals).isEmpty()
                ? text
                : MICRO_TIME.format(now.plus(1, ChronoUnit.MICROS));
    }
}
