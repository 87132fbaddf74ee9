package dev.drover.kubernetes;

import java.time.Duration;
import java.util.Optional;

/**
 * Finds out whether the server serves a kind, and goes on asking until it does. A CRD that is
 * installed later is noticed by the discovery document of its group. Thread-safe.
 */
final class Presence {
    /** Told of each answer, one at a time; may call back. */
    interface Target {
        /** The server serves it; the presence rests until it is asked again. */
        void served(ServedResource served);

        void missing();

        void failed(Failure failure);
    }

    private final InformerContext context;
    private final ResourceType type;
    private final Target target;

    // guarded by this
    private final Backoff backoff;
    private boolean closed;
    private boolean known; // the last answer was one: served, or missing
    private long knownAt;

    Presence(InformerContext context, ResourceType type, Target target) {
        this.context = context;
        this.type = type;
        this.target = target;
        this.backoff = context.backoff();
        this.knownAt = context.nanoTime().getAsLong();
    }

    /** Asks now, in the background. */
    void look() {
        context.after(Duration.ZERO, this::ask);
    }

    /** Asks after a pause: the kind was named, and yet a request for it was answered with 404. */
    void doubt() {
        Duration pause;
        synchronized (this) {
            known = false;
            knownAt = context.nanoTime().getAsLong();
            pause = backoff.next(Trouble.NOT_SERVED);
        }
        context.after(pause, this::ask);
    }

    /** The kind was listed: the next doubt is a new one. */
    synchronized void confirmed() {
        backoff.reset();
    }

    synchronized void close() {
        closed = true;
    }

    /** Since when nobody could say whether the kind is there; zero while that is known. */
    synchronized Duration unknownFor() {
        return known ? Duration.ZERO : Duration.ofNanos(context.nanoTime().getAsLong() - knownAt);
    }

    private void ask() {
        synchronized (this) {
            if (closed) {
                return;
            }
        }
        Optional<ServedResource> found;
        try {
            found = context.discovery().look(type);
        } catch (RuntimeException e) {
            failed(Failure.of(e));
            return;
        }
        synchronized (this) {
            known = true;
            knownAt = context.nanoTime().getAsLong();
        }
        if (found.isPresent()) {
            target.served(found.get());
        } else {
            target.missing();
            // never later than asked: flows start within a minute of the CRD
            Duration poll = context.settings().missingPoll();
            context.after(
                    InformerContext.jittered(poll.multipliedBy(9).dividedBy(10), 0.1), this::ask);
        }
    }

    private void failed(Failure failure) {
        Duration pause;
        synchronized (this) {
            known = false;
            pause = backoff.next(failure.trouble());
        }
        if (failure.retryAfter().compareTo(pause) > 0) {
            pause = failure.retryAfter();
        }
        target.failed(failure);
        context.after(pause, this::ask);
    }
}
