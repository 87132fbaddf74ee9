package dev.drover.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Lists and watches one kind in one namespace (or all), for ever: list, watch from the list's
 * version, go on from the last version when the watch ends, list anew when that cannot be enough.
 * Whatever happens it tries again; the pauses are {@link Backoff}'s. Thread-safe.
 *
 * <p>Each try is a {@link Turn}. What an older turn still reports is ignored, so a connection that
 * ends late, or twice, does no harm.
 */
final class Reflector {
    /** Takes what was learnt, one thing at a time; must not call the reflector. */
    interface Target {
        /**
         * The complete state of the scope.
         *
         * @param first of this reflector
         */
        void listed(
                String namespace,
                Map<ObjectKey, GenericKubernetesResource> objects,
                boolean first,
                long receivedNanos);

        void event(Change change, GenericKubernetesResource object, long receivedNanos);

        /** A watch is open. */
        void connected(String namespace);

        /** There is no watch. After {@link Trouble#NOT_SERVED} the reflector does nothing more. */
        void failed(String verb, String namespace, Failure failure);
    }

    /** A watch that lived so long was a good one: the next trouble begins anew. */
    private static final Duration GOOD_WATCH = Duration.ofSeconds(30);

    /** A watch that was closed after so long was not refused: it is reopened at once. */
    private static final Duration SERVED_WATCH = Duration.ofSeconds(5);

    /** After such an outage a list says what is true now; the first events of a watch would not. */
    static final Duration LONG_OUTAGE = Duration.ofSeconds(10);

    private final InformerContext context;
    private final String namespace;
    private final ListPages pages;
    private final WatchRequest watches;
    private final Target target;
    private final InformerMetrics.Counters counters;

    // guarded by this
    private final Backoff backoff;
    private Turn turn; // null before the start and after the end
    private boolean listed;
    private String version; // null = the next turn lists
    private String listCause = "start";
    private long outageSince; // while no watch is open: since when the cache may be behind
    private long heardAt;
    private Object relistDate;

    Reflector(
            InformerContext context,
            InformerKey key,
            ServedResource served,
            String namespace,
            UnaryOperator<GenericKubernetesResource> intake,
            Target target,
            InformerMetrics.Counters counters) {
        this.context = context;
        this.namespace = namespace;
        this.pages =
                new ListPages(
                        context.client(),
                        served,
                        namespace,
                        key,
                        context.settings().pageSize(),
                        intake);
        this.watches = new WatchRequest(context, key, served, namespace);
        this.target = target;
        this.counters = counters;
        this.backoff = context.backoff();
        this.outageSince = context.nanoTime().getAsLong();
        this.heardAt = outageSince;
    }

    synchronized void start() {
        begin(Duration.ZERO);
    }

    synchronized void close() {
        if (turn != null) {
            turn.abandon();
            turn = null;
        }
    }

    /** Ends the watch, lists and watches anew, without a pause. */
    synchronized void relist(String cause) {
        if (turn != null) {
            rest(turn);
            version = null;
            listCause = cause;
            begin(Duration.ZERO);
        }
    }

    /** Empty for all. */
    String namespace() {
        return namespace;
    }

    synchronized boolean synced() {
        return listed;
    }

    /** Zero while a watch is open. */
    synchronized Duration disconnectedFor() {
        return turn != null && turn.open ? Duration.ZERO : since(outageSince);
    }

    synchronized Duration lastHeardAge() {
        return since(heardAt);
    }

    private Duration since(long nanos) {
        return Duration.ofNanos(context.nanoTime().getAsLong() - nanos);
    }

    /** Leaves the present turn; the caller begins the next. */
    private void rest(Turn ending) {
        // a watch that brought nothing and ended at once has not shown the cache to be up to date
        if (ending.open && (ending.heard || since(ending.openedAt).compareTo(SERVED_WATCH) >= 0)) {
            outageSince = context.nanoTime().getAsLong();
        }
        ending.abandon();
    }

    private synchronized void relistOn(Object date) {
        if (relistDate == date) { // otherwise there was another list meanwhile
            relist("schedule");
        }
    }

    private void begin(Duration pause) {
        Turn next = new Turn();
        turn = next;
        context.after(pause, next::run);
    }

    /**
     * One try: perhaps a list, then a watch until it ends. Its state is guarded by the reflector.
     */
    private final class Turn implements WatchStream.Listener {
        private WatchStream stream;
        private boolean open;
        private boolean heard;
        private long startedAt;
        private long openedAt;

        private boolean current() {
            return turn == this;
        }

        private void abandon() {
            open = false;
            if (stream != null) {
                stream.cancel();
            }
        }

        void run() {
            try {
                if (mustList()) {
                    list();
                }
                watch();
            } catch (RuntimeException e) {
                failed("list", Failure.of(e));
            }
        }

        private boolean mustList() {
            synchronized (Reflector.this) {
                if (version != null && since(outageSince).compareTo(LONG_OUTAGE) > 0) {
                    version = null;
                    listCause = "disconnected";
                }
                return current() && version == null;
            }
        }

        private void list() {
            long asked = context.nanoTime().getAsLong();
            counters.relist(listCause());
            ListPages.Listed answer = pages.read();
            synchronized (Reflector.this) {
                if (!current()) {
                    return;
                }
                boolean first = !listed;
                listed = true;
                version = answer.version();
                outageSince = asked;
                heardAt = context.nanoTime().getAsLong();
                target.listed(namespace, answer.objects(), first, heardAt);
                scheduleRelist();
            }
        }

        private String listCause() {
            synchronized (Reflector.this) {
                return listCause;
            }
        }

        private void watch() {
            WatchStream opening;
            synchronized (Reflector.this) {
                if (!current()) {
                    return;
                }
                startedAt = context.nanoTime().getAsLong();
                opening = watches.from(version, this);
                stream = opening;
                awaitSilence();
            }
            opening.open();
        }

        @Override
        public void opened() {
            synchronized (Reflector.this) {
                if (current()) {
                    open = true;
                    openedAt = context.nanoTime().getAsLong();
                    target.connected(namespace);
                }
            }
        }

        @Override
        public void frame(WatchFrame frame, long receivedNanos) {
            synchronized (Reflector.this) {
                if (!current()) {
                    return;
                }
                heard = true;
                heardAt = receivedNanos;
                switch (frame.type()) {
                    case "BOOKMARK" -> frame.version().ifPresent(this::advance);
                    case "ADDED" -> event(Change.ADDED, frame, receivedNanos);
                    case "MODIFIED" -> event(Change.MODIFIED, frame, receivedNanos);
                    case "DELETED" -> event(Change.DELETED, frame, receivedNanos);
                    case "ERROR" -> failed("watch", frame.failure());
                    default ->
                            failed(
                                    "watch",
                                    new Failure(
                                            Trouble.UNDECODABLE,
                                            "unknown event type " + frame.type()));
                }
            }
        }

        /** Events of a watch are in order: what is not newer than the last one is a repetition. */
        private void event(Change change, WatchFrame frame, long receivedNanos) {
            String seen = frame.version().orElse("");
            if (!ResourceVersions.newer(seen, version)) {
                return;
            }
            version = seen;
            target.event(change, frame.object(), receivedNanos);
        }

        private void advance(String bookmark) {
            if (ResourceVersions.newer(bookmark, version)) {
                version = bookmark;
            }
        }

        @Override
        public void ended(Failure failure) {
            failed("watch", failure);
        }

        private void failed(String verb, Failure failure) {
            synchronized (Reflector.this) {
                if (!current()) {
                    return;
                }
                counters.watchError(failure.trouble());
                Duration lived = open ? since(openedAt) : Duration.ZERO;
                rest(this);
                if (failure.trouble() == Trouble.NOT_SERVED) {
                    turn = null;
                } else {
                    if (failure.trouble().asksForList() && version != null) {
                        version = null;
                        listCause = failure.trouble().word();
                    }
                    begin(pause(failure, lived));
                }
                target.failed(verb, namespace, failure);
            }
        }

        private Duration pause(Failure failure, Duration lived) {
            if (failure.trouble() == Trouble.CLOSED && lived.compareTo(SERVED_WATCH) >= 0) {
                backoff.reset();
                return Duration.ZERO;
            }
            if (lived.compareTo(GOOD_WATCH) >= 0) {
                backoff.reset();
            }
            Duration pause = backoff.next(failure.trouble());
            return pause.compareTo(failure.retryAfter()) > 0 ? pause : failure.retryAfter();
        }

        /** The date belongs to the list, not to the turn: a watch that is reopened keeps it. */
        private void scheduleRelist() {
            Object date = new Object();
            relistDate = date;
            context.after(
                    InformerContext.jittered(context.settings().relist(), 0.1),
                    () -> relistOn(date));
        }

        /** Looks again and again whether the watch has been silent for too long. */
        private void awaitSilence() {
            Duration allowed =
                    open ? context.settings().stalledAfter() : context.settings().openTimeout();
            Duration left = allowed.minus(since(open ? Math.max(openedAt, heardAt) : startedAt));
            if (left.isNegative() || left.isZero()) {
                failed(
                        "watch",
                        open
                                ? new Failure(
                                        Trouble.STALLED,
                                        "no event and no bookmark for "
                                                + allowed.toSeconds()
                                                + " s")
                                : new Failure(Trouble.NETWORK, "no answer in time"));
            } else {
                context.after(left, this::lookForSilence);
            }
        }

        private void lookForSilence() {
            synchronized (Reflector.this) {
                if (current()) {
                    awaitSilence();
                }
            }
        }
    }
}
