package dev.drover.registry.api;

/** What kind of trouble a {@link Failure} is. Each says when to try again. */
public enum Reason {
    /** Down, slow, over its limits, or answering what it never should; breaker open. */
    UNAVAILABLE(Retry.BACKOFF),
    /** Every slot of this registry is taken: says nothing about the registry. */
    BUSY(Retry.UNCOUNTED),
    /** 401, or no readable token where one is needed. */
    UNAUTHORIZED(Retry.SLOW),
    /** 403. */
    FORBIDDEN(Retry.SLOW),
    /** The server's certificate or host name was refused. */
    TLS_FAILED(Retry.BACKOFF),
    /** A redirect, 405, or an address where no known version of the API is. */
    MISCONFIGURED(Retry.SLOW),
    /** The registry refuses what was sent; the same again does not help. */
    REJECTED(Retry.HOURLY),
    /** Name or external id is taken: observe again, somebody was faster. */
    CONFLICT(Retry.AT_ONCE),
    /**
     * What a write refers to was not found: observe again, without cached ids. Twice in a row it is
     * as {@link #UNAVAILABLE}.
     */
    VANISHED(Retry.AT_ONCE);

    private final Retry retry;

    Reason(Retry retry) {
        this.retry = retry;
    }

    public Retry retry() {
        return retry;
    }
}
