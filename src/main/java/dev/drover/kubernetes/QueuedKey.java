package dev.drover.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;

/**
 * What the queue knows of one key. All times are nanoseconds since the queue was made. Guarded by
 * the lock of its {@link KeyQueue}.
 */
final class QueuedKey {
    /** Time that never comes. */
    static final long NEVER = Long.MAX_VALUE;

    private static final int REMEMBERED_VERSIONS = 16;

    enum Place {
        /** In no lane: only remembered, or being placed. */
        NOWHERE,
        URGENT,
        BACKLOG,
        DELAYED
    }

    final ObjectKey key;
    final long sequence;
    final Deque<Long> retries = new ArrayDeque<>(0);
    Place place = Place.NOWHERE;
    boolean working;

    /** When somebody wants it delivered. */
    long wanted = NEVER;

    /** Why; null when nobody asked. */
    String cause;

    /** Pause after failures; an edit ends it. */
    long backoffUntil;

    /** Pause that the server asked for; nothing ends it. */
    long floor;

    int failures;
    int conflicts;

    /** The last pass failed, whatever an edit made of {@code failures} since. */
    boolean failedLast;

    boolean live;
    long due;
    long readySince;

    /** Oldest change that no successful pass followed, or {@code NEVER}. */
    long changedSince = NEVER;

    /** Oldest change that the running pass has taken, or {@code NEVER}. */
    long takenChange = NEVER;

    OptionalLong receivedNanos = OptionalLong.empty();
    GenericKubernetesResource lastKnown;

    /** Version that the cache must have seen first, or null. */
    String expected;

    long expectedUntil;
    private final Deque<String> ownVersions = new ArrayDeque<>(0);
    private final List<Arrival> arrivals = new ArrayList<>(0);

    /** A change that arrived during a pass, which may prove to be that pass's own write. */
    private record Arrival(String cause, String version) {}

    QueuedKey(ObjectKey key, long sequence) {
        this.key = key;
        this.sequence = sequence;
    }

    /** The cause under which a change counts: our own write coming back is not an edit. */
    String causeOf(String change, String version) {
        return ownVersions.contains(version) ? PassCause.OWN_WRITE : change;
    }

    void arrived(String change, String version) {
        if (arrivals.size() == REMEMBERED_VERSIONS) {
            Arrival oldest = arrivals.remove(0);
            cause = PassCause.stronger(cause, oldest.cause());
        }
        arrivals.add(new Arrival(change, version));
    }

    /** Takes over what arrived during the pass that has now ended. */
    void settleArrivals() {
        for (Arrival arrival : arrivals) {
            if (arrival.cause() != null) {
                cause = PassCause.stronger(cause, causeOf(arrival.cause(), arrival.version()));
            }
        }
        arrivals.clear();
    }

    void remember(String ownVersion) {
        if (ownVersions.size() == REMEMBERED_VERSIONS) {
            ownVersions.removeFirst();
        }
        ownVersions.addLast(ownVersion);
    }

    /** This version came in during the pass. */
    boolean hasArrived(String version) {
        return arrivals.stream()
                .anyMatch(
                        arrival ->
                                version.equals(arrival.version())
                                        || version.equals(KeyQueue.GONE)
                                                && PassCause.DELETED.equals(arrival.cause()));
    }

    /** Nothing is left that is worth remembering. */
    boolean forgettable() {
        return !working && wanted == NEVER && expected == null;
    }
}
