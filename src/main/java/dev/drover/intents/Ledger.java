package dev.drover.intents;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.kubernetes.Invalid;
import dev.drover.kubernetes.ObjectKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the act route remembers of each object that a flow reconciles: its last failed intent and
 * its recent writes. The next decision receives it as an input; that is how a refused write reaches
 * the status. Memory only, bounded, lost on restart without harm. Thread-safe.
 *
 * <p>An object is known by key <em>and</em> UID: a name that comes back starts with a clean page.
 */
public final class Ledger {
    private static final int WRITES = 10;

    private final int writes;
    private final Map<ObjectKey, Entry> entries; // guarded by this

    /** Remembers ten writes of each object. */
    public Ledger(int capacity) {
        this(capacity, WRITES);
    }

    /**
     * @param capacity objects remembered; the one not used for longest is forgotten first
     * @param writes remembered of one object; the oldest is forgotten first
     */
    public Ledger(int capacity, int writes) {
        this.writes = writes;
        this.entries = new BoundedMap<>(capacity);
    }

    /** What is remembered of the object; empty when nothing is, or only of one with another UID. */
    public synchronized Entry of(ObjectKey key, String uid) {
        Entry known = entries.get(key);
        return known == null || !known.uid().equals(uid) ? Entry.empty(uid) : known;
    }

    /** What is remembered of the object of that name, whatever its UID is. */
    public synchronized Entry of(ObjectKey key) {
        return entries.getOrDefault(key, Entry.empty(""));
    }

    /** Forgets an object that is gone. */
    public synchronized void forget(ObjectKey key) {
        entries.remove(key);
    }

    /** Forgets everything: leadership is lost, and others have written since. */
    public synchronized void clear() {
        entries.clear();
    }

    synchronized void written(ObjectKey key, String uid, Write write) {
        entries.put(key, of(key, uid).with(write, writes));
    }

    /** What the intent is for is there, though this process did not write it. */
    synchronized void mended(ObjectKey key, String uid, String intent) {
        entries.put(key, of(key, uid).mended(intent));
    }

    synchronized void tried(ObjectKey key, String uid, Attempt attempt) {
        entries.put(key, of(key, uid).with(attempt));
    }

    /** Returns what was remembered before. */
    synchronized Entry failed(ObjectKey key, String uid, Failure failure) {
        Entry before = of(key, uid);
        entries.put(key, before.with(failure));
        return before;
    }

    /**
     * Of one object.
     *
     * @param uid of the object
     * @param lastFailure cleared when an intent of the same name succeeds
     * @param writes oldest first
     * @param lastAttempt how the last intent ended, well or badly
     */
    public record Entry(
            String uid,
            Optional<Failure> lastFailure,
            List<Write> writes,
            Optional<Attempt> lastAttempt) {
        public Entry {
            uid = uid == null ? "" : uid;
            writes = List.copyOf(writes);
        }

        /** Nothing is remembered. */
        public static Entry empty(String uid) {
            return new Entry(uid, Optional.empty(), List.of(), Optional.empty());
        }

        private Entry with(Write write, int most) {
            List<Write> all = new ArrayList<>(writes);
            all.add(write);
            return new Entry(
                    uid,
                    mended(write.intent()).lastFailure,
                    all.subList(Math.max(0, all.size() - most), all.size()),
                    lastAttempt);
        }

        private Entry mended(String intent) {
            return new Entry(
                    uid,
                    lastFailure.filter(failure -> !failure.intent().equals(intent)),
                    writes,
                    lastAttempt);
        }

        private Entry with(Failure failure) {
            return new Entry(uid, Optional.of(failure), writes, lastAttempt);
        }

        private Entry with(Attempt attempt) {
            return new Entry(uid, lastFailure, writes, Optional.of(attempt));
        }
    }

    /**
     * How an intent ended. Unlike a failure it is also remembered of a conflict or a closed fence,
     * which say nothing about the object, but that the write did not happen.
     *
     * @param intent name of the intent
     * @param outcome how it ended; never {@link Outcome#OBSERVED}
     * @param generation of the reconciled object when this was decided
     * @param atNanos when, on the monotonic clock
     */
    public record Attempt(String intent, Outcome outcome, long generation, long atNanos) {}

    /**
     * An intent that failed, or a create that found an object already there.
     *
     * @param intent name of the intent
     * @param outcome how it failed
     * @param code HTTP status, 0 when there was no answer
     * @param message the server's words, or those of the exception
     * @param causes field by field, where the server said so
     * @param objectVersion resourceVersion of the reconciled object when this was decided
     * @param generation its generation
     * @param atNanos when, on the monotonic clock
     * @param existing metadata of the object that a create found, else null
     */
    public record Failure(
            String intent,
            Outcome outcome,
            int code,
            String message,
            List<Invalid.Cause> causes,
            String objectVersion,
            long generation,
            long atNanos,
            JsonNode existing) {
        public Failure {
            causes = List.copyOf(causes);
        }

        /** True when both mean the same to a person, whenever they happened. */
        boolean sameAs(Failure other) {
            return intent.equals(other.intent)
                    && outcome == other.outcome
                    && message.equals(other.message);
        }
    }

    /**
     * A write that the server took.
     *
     * @param intent name of the intent
     * @param reason its account's one word
     * @param resource what was written
     * @param target which object
     * @param resourceVersion of the answer, null when there was none
     * @param atNanos when the answer came, on the monotonic clock
     */
    public record Write(
            String intent,
            String reason,
            String resource,
            ObjectKey target,
            String resourceVersion,
            long atNanos) {}
}
