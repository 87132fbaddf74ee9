package dev.drover.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * Keys that wait for a worker. A key is held once however often it is added, is given to one worker
 * at a time, and comes back when it was added while in work. Edits go before the backlog of an
 * initial list; a failed key pauses, and an edit ends the pause, but no key is tried more than five
 * times a second after a failure. A key that was written here waits until the cache has seen that
 * write. Thread-safe, no I/O under the lock, time from the clock passed in.
 */
final class KeyQueue {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final int RETRIES_A_SECOND = 5;

    /** Version that stands for "no longer there" where one is expected. */
    static final String GONE = "";

    /** A re-list may have passed over the expected version; then the object is read live. */
    private static final long EXPECTATION = Duration.ofSeconds(5).toNanos();

    /**
     * While the gate is closed it is looked at this often. As a rule it opens with fresh data, and
     * the keys that these bring wake the workers at once.
     */
    private static final long GATE_LOOK = Duration.ofSeconds(1).toNanos();

    /** Every so many takes the backlog goes first, so that a storm of edits cannot starve it. */
    private static final int BACKLOG_SHARE = 8;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition available = lock.newCondition();
    private final Map<ObjectKey, QueuedKey> keys = new HashMap<>(); // guarded by lock
    private final LinkedHashSet<QueuedKey> urgent = new LinkedHashSet<>(); // guarded by lock
    private final LinkedHashSet<QueuedKey> backlog = new LinkedHashSet<>(); // guarded by lock
    private final TreeSet<QueuedKey> delayed = // guarded by lock
            new TreeSet<>(
                    Comparator.<QueuedKey>comparingLong(entry -> entry.due)
                            .thenComparingLong(entry -> entry.sequence));
    private final RetryBackoff backoff;
    private final int maxConflicts;
    private final BooleanSupplier gate;
    private final LongSupplier nanos;
    private final DoubleSupplier random;
    private final long origin;

    private long heldUntil; // guarded by lock
    private boolean suspended; // guarded by lock
    private boolean closed; // guarded by lock
    private long sequence; // guarded by lock
    private long takes; // guarded by lock
    private long adds; // guarded by lock

    /**
     * @param maxConflicts restarts of a pass before a conflict counts as a failed attempt
     * @param gate false while nothing may be decided because the cache may be out of date. Asked
     *     without the lock, since those who add keys may hold a lock that it takes
     * @param nanos monotonic clock
     * @param random 0 to 1, for the jitter of pauses
     */
    KeyQueue(
            RetryBackoff backoff,
            int maxConflicts,
            BooleanSupplier gate,
            LongSupplier nanos,
            DoubleSupplier random) {
        this.backoff = backoff;
        this.maxConflicts = maxConflicts;
        this.gate = gate;
        this.nanos = nanos;
        this.random = random;
        this.origin = nanos.getAsLong();
    }

    /** Asks for a pass after {@code delay}. Does not shorten the pause of a failed key. */
    void add(ObjectKey key, String cause, Duration delay) {
        lock.lock();
        try {
            adds++;
            QueuedKey entry = entry(key);
            entry.cause = PassCause.stronger(entry.cause, cause);
            want(entry, later(delay));
        } finally {
            lock.unlock();
        }
    }

    /**
     * The object changed in the cache. An edit makes the key ready now, or right after the present
     * pass, and ends its pause.
     *
     * @param cause null when the change is of no interest and only {@code version} counts
     * @param version as the cache now has it
     * @param receivedNanos when the watch event arrived, empty when none did
     * @param lastKnown of a deleted object, else null
     */
    void changed(
            ObjectKey key,
            String cause,
            String version,
            OptionalLong receivedNanos,
            GenericKubernetesResource lastKnown) {
        lock.lock();
        try {
            QueuedKey entry = cause == null ? keys.get(key) : entry(key);
            if (entry == null) {
                return;
            }
            if (entry.expected != null
                    && (version.equals(entry.expected) || PassCause.DELETED.equals(cause))) {
                entry.expected = null;
            }
            if (entry.working) {
                entry.arrived(cause, version);
            }
            if (cause == null) {
                place(entry);
                return;
            }
            adds++;
            change(entry, receivedNanos, lastKnown);
            if (!entry.working) {
                String known = entry.causeOf(cause, version);
                entry.cause = PassCause.stronger(entry.cause, known);
                if (PassCause.edit(known)) {
                    forgive(entry);
                }
            }
            want(entry, now());
        } finally {
            lock.unlock();
        }
    }

    /**
     * This process wrote the object (deleted it: {@link #GONE}). The key is not delivered again
     * before the cache has seen exactly this version; after five seconds it is, to be read live.
     * When the version comes, it counts as {@code own-write} and not as an edit. Ask the cache
     * after this call, and report with {@link #seen} what it already had.
     */
    void wrote(ObjectKey key, String version) {
        lock.lock();
        try {
            entry(key).remember(version);
            expect(key, version);
        } finally {
            lock.unlock();
        }
    }

    /** Like {@link #wrote}, for a version that was read past the cache. */
    void expect(ObjectKey key, String version) {
        lock.lock();
        try {
            QueuedKey entry = entry(key);
            entry.expected = entry.hasArrived(version) ? null : version;
            entry.expectedUntil = now() + EXPECTATION;
            place(entry);
        } finally {
            lock.unlock();
        }
    }

    /** The cache has, or had, this version; for versions that {@link #changed} did not report. */
    void seen(ObjectKey key, String version) {
        lock.lock();
        try {
            QueuedKey entry = keys.get(key);
            if (entry != null && version.equals(entry.expected)) {
                entry.expected = null;
                place(entry);
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for a key. Whoever takes one must give it to {@link #done}.
     *
     * @return empty when the queue was closed
     */
    Optional<Work> take() throws InterruptedException {
        while (true) {
            boolean open = gate.getAsBoolean();
            lock.lockInterruptibly();
            try {
                if (closed) {
                    return Optional.empty();
                }
                Optional<Work> work = open ? next() : Optional.empty();
                if (work.isPresent()) {
                    passOn();
                    return work;
                }
                await(open);
            } finally {
                lock.unlock();
            }
        }
    }

    /** Like {@link #take()}, without waiting. */
    Optional<Work> poll() {
        boolean open = gate.getAsBoolean();
        lock.lock();
        try {
            return open && !closed ? next() : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /** Ends a pass. */
    void done(Work work, PassOutcome outcome) {
        lock.lock();
        try {
            QueuedKey entry = keys.get(work.key());
            entry.working = false;
            entry.settleArrivals();
            if (entry.wanted != QueuedKey.NEVER && PassCause.edit(entry.cause)) {
                forgive(entry);
            }
            switch (outcome.kind()) {
                case DONE, REJECTED -> succeed(entry, outcome.after());
                case FAILED -> fail(entry, outcome.after());
                case CONFLICT -> conflict(entry, work);
                case RETURNED -> giveBack(entry, work, outcome.after());
            }
            place(entry);
        } finally {
            lock.unlock();
        }
    }

    /** Nobody gets a key before then: the server asked this client for less. */
    void holdFor(Duration pause) {
        lock.lock();
        try {
            heldUntil = Math.max(heldUntil, later(pause));
            available.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Hands out nothing until {@link #resume()}. */
    void suspend() {
        lock.lock();
        try {
            suspended = true;
        } finally {
            lock.unlock();
        }
    }

    void resume() {
        lock.lock();
        try {
            suspended = false;
            available.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean suspended() {
        lock.lock();
        try {
            return suspended || closed;
        } finally {
            lock.unlock();
        }
    }

    /** Ends every {@link #take()}; what was queued is forgotten with the queue. */
    void close() {
        lock.lock();
        try {
            closed = true;
            available.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Figures of this moment. Walks over all keys, so it is for scrapes and people only. */
    QueueState state() {
        lock.lock();
        try {
            promote();
            return QueueState.of(keys.values(), adds, now());
        } finally {
            lock.unlock();
        }
    }

    /** What is meant to be done with a key; empty when the queue knows nothing of it. */
    Optional<KeyView> look(ObjectKey key) {
        lock.lock();
        try {
            promote();
            QueuedKey entry = keys.get(key);
            return entry == null
                    ? Optional.empty()
                    : Optional.of(
                            new KeyView(
                                    entry.working,
                                    entry.failures + 1,
                                    ready(entry)
                                            ? Optional.of(Duration.ZERO)
                                            : entry.wanted == QueuedKey.NEVER
                                                    ? Optional.empty()
                                                    : Optional.of(
                                                            Duration.ofNanos(
                                                                    Math.max(
                                                                            0,
                                                                            dueTime(entry)
                                                                                    - now())))));
        } finally {
            lock.unlock();
        }
    }

    /** Keys remembered, for whatever reason. */
    int size() {
        lock.lock();
        try {
            return keys.size();
        } finally {
            lock.unlock();
        }
    }

    // All below: lock held.

    private Optional<Work> next() {
        if (suspended || now() < heldUntil) {
            return Optional.empty();
        }
        promote();
        boolean backlogFirst = urgent.isEmpty() || takes % BACKLOG_SHARE == BACKLOG_SHARE - 1;
        LinkedHashSet<QueuedKey> lane = backlogFirst && !backlog.isEmpty() ? backlog : urgent;
        if (lane.isEmpty()) {
            return Optional.empty();
        }
        takes++;
        return Optional.of(begin(lane.iterator().next()));
    }

    private Work begin(QueuedKey entry) {
        displace(entry);
        long now = now();
        entry.working = true;
        entry.wanted = QueuedKey.NEVER;
        if (entry.failedLast) {
            if (entry.retries.size() == RETRIES_A_SECOND) {
                entry.retries.removeFirst();
            }
            entry.retries.addLast(now);
        }
        boolean live = entry.live || entry.expected != null;
        Work work =
                new Work(
                        entry.key,
                        entry.failures + 1,
                        entry.cause,
                        entry.receivedNanos,
                        Duration.ofNanos(now - entry.readySince),
                        live,
                        entry.lastKnown);
        entry.live = false;
        entry.expected = null;
        entry.cause = null;
        entry.receivedNanos = OptionalLong.empty();
        entry.takenChange = entry.changedSince;
        entry.changedSince = QueuedKey.NEVER;
        return work;
    }

    private void succeed(QueuedKey entry, Duration lookAgain) {
        entry.failures = 0;
        entry.conflicts = 0;
        entry.failedLast = false;
        entry.backoffUntil = 0;
        entry.takenChange = QueuedKey.NEVER;
        if (entry.cause == null) {
            entry.lastKnown = null;
        }
        if (lookAgain != null) {
            entry.cause = PassCause.stronger(entry.cause, PassCause.LOOK_AGAIN);
            entry.wanted = Math.min(entry.wanted, later(lookAgain));
        }
    }

    private void fail(QueuedKey entry, Duration retryAfter) {
        boolean edited = PassCause.edit(entry.cause);
        entry.failures = edited ? 0 : entry.failures + 1;
        entry.conflicts = 0;
        entry.failedLast = true;
        long now = now();
        if (!edited) {
            Duration pause = backoff.after(entry.failures, random.getAsDouble());
            entry.backoffUntil = now + pause.toNanos();
        }
        if (retryAfter != null) {
            entry.floor = later(retryAfter);
        }
        retry(entry, PassCause.RETRY);
    }

    private void conflict(QueuedKey entry, Work work) {
        if (entry.conflicts == maxConflicts) {
            fail(entry, null);
            entry.live = true;
            return;
        }
        entry.conflicts++;
        entry.failedLast = true;
        entry.live = true;
        keepTime(entry, work);
        retry(entry, PassCause.CONFLICT);
    }

    private void giveBack(QueuedKey entry, Work work, Duration after) {
        entry.live |= work.live();
        keepTime(entry, work);
        if (after != null) {
            entry.floor = later(after);
        }
        retry(entry, work.cause());
    }

    /** What began the pass is still to be answered. */
    private static void keepTime(QueuedKey entry, Work work) {
        if (entry.receivedNanos.isEmpty()) {
            entry.receivedNanos = work.receivedNanos();
        }
    }

    /** The object still waits for a pass that succeeds, with whatever came meanwhile. */
    private void retry(QueuedKey entry, String cause) {
        entry.cause = PassCause.stronger(entry.cause, cause);
        entry.changedSince = Math.min(entry.changedSince, entry.takenChange);
        entry.takenChange = QueuedKey.NEVER;
        entry.wanted = Math.min(entry.wanted, now());
    }

    private void change(
            QueuedKey entry, OptionalLong receivedNanos, GenericKubernetesResource lastKnown) {
        entry.changedSince = Math.min(entry.changedSince, now());
        entry.lastKnown = lastKnown;
        if (entry.receivedNanos.isEmpty()) {
            entry.receivedNanos = receivedNanos;
        }
    }

    private static void forgive(QueuedKey entry) {
        entry.failures = 0;
        entry.conflicts = 0;
        entry.backoffUntil = 0;
    }

    private void want(QueuedKey entry, long when) {
        entry.wanted = Math.min(entry.wanted, when);
        place(entry);
    }

    /** Puts the entry where its times say; must follow every change of them. */
    private void place(QueuedKey entry) {
        if (entry.working) {
            return;
        }
        long now = now();
        if (entry.wanted == QueuedKey.NEVER && entry.expectedUntil <= now) {
            entry.expected = null;
        }
        if (entry.forgettable()) {
            displace(entry);
            keys.remove(entry.key);
            return;
        }
        boolean wasReady = ready(entry);
        QueuedKey.Place before = entry.place;
        long due = dueTime(entry);
        if (due > now) {
            displace(entry);
            entry.due = due;
            entry.place = QueuedKey.Place.DELAYED;
            delayed.add(entry);
            if (delayed.first() == entry) {
                available.signal();
            }
            return;
        }
        QueuedKey.Place lane =
                PassCause.urgent(entry.cause) ? QueuedKey.Place.URGENT : QueuedKey.Place.BACKLOG;
        if (lane == before) {
            return;
        }
        displace(entry);
        if (!wasReady) {
            entry.readySince = now;
        }
        entry.place = lane;
        (lane == QueuedKey.Place.URGENT ? urgent : backlog).add(entry);
        available.signal();
    }

    private void displace(QueuedKey entry) {
        switch (entry.place) {
            case URGENT -> urgent.remove(entry);
            case BACKLOG -> backlog.remove(entry);
            case DELAYED -> delayed.remove(entry);
            case NOWHERE -> {}
        }
        entry.place = QueuedKey.Place.NOWHERE;
    }

    private static boolean ready(QueuedKey entry) {
        return entry.place == QueuedKey.Place.URGENT || entry.place == QueuedKey.Place.BACKLOG;
    }

    private static long dueTime(QueuedKey entry) {
        if (entry.wanted == QueuedKey.NEVER) {
            return entry.expectedUntil; // only remembered until then
        }
        long due = Math.max(entry.wanted, Math.max(entry.backoffUntil, entry.floor));
        if (entry.failedLast && entry.retries.size() == RETRIES_A_SECOND) {
            due = Math.max(due, entry.retries.getFirst() + SECOND);
        }
        return entry.expected == null ? due : Math.max(due, entry.expectedUntil);
    }

    /** Moves to the lanes what has become due. */
    private void promote() {
        long now = now();
        while (!delayed.isEmpty() && delayed.first().due <= now) {
            QueuedKey entry = delayed.first();
            displace(entry);
            place(entry);
        }
    }

    @SuppressWarnings("WaitNotInLoop") // the loop is in take
    private void await(boolean open) throws InterruptedException {
        long wait = QueuedKey.NEVER;
        long now = now();
        if (now < heldUntil) {
            wait = heldUntil - now;
        } else if (!open) {
            wait = GATE_LOOK;
        } else if (!delayed.isEmpty()) {
            wait = Math.max(delayed.first().due - now, 1);
        }
        if (wait == QueuedKey.NEVER || suspended) {
            available.await();
        } else {
            available.awaitNanos(wait);
        }
    }

    /** One signal may stand for several keys. */
    private void passOn() {
        if (!urgent.isEmpty() || !backlog.isEmpty()) {
            available.signal();
        }
    }

    private QueuedKey entry(ObjectKey key) {
        return keys.computeIfAbsent(key, absent -> new QueuedKey(absent, sequence++));
    }

    private long now() {
        return nanos.getAsLong() - origin;
    }

    private long later(Duration pause) {
        return now() + pause.toNanos();
    }
}
