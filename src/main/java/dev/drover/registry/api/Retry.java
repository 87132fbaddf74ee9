package dev.drover.registry.api;

/** When a key that failed is due again. */
public enum Retry {
    /** The same pass observes again; a few times at most. */
    AT_ONCE,
    /** After {@link Failure#after}, without counting as an attempt. */
    UNCOUNTED,
    /** By the queue's backoff, capped at 60 s. */
    BACKOFF,
    /** In five minutes. */
    SLOW,
    /** In an hour, or when something changes. */
    HOURLY
}
