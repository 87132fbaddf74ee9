package dev.drover.weights.metrics;

import java.util.Locale;

/** How a scrape ended, or what a good page had to say about one model (spec weights 5.1). */
public enum Outcome {
    OK,
    /** A key of the provider's configuration cannot be used; nothing was sent. */
    CONFIG,
    /** A Secret or one of its keys is missing or refused; nothing was sent. */
    NO_CREDENTIALS,
    DNS,
    /** The name resolves only to addresses of denied networks. */
    DENIED,
    /** Refused, reset, or an answer that is not HTTP/1.x. */
    CONNECT,
    TLS,
    TIMEOUT,
    UNAUTHORIZED,
    FORBIDDEN,
    NOT_FOUND,
    HTTP_STATUS,
    REDIRECT,
    CONTENT_TYPE,
    ENCODING,
    TRUNCATED,
    BODY_TOO_LARGE,
    LINE_TOO_LONG,
    TOO_MANY_SERIES,
    PARSE,
    /** No wanted family but {@code process_start_time_seconds} on the page. */
    EMPTY,
    /** A good page without KV-cache use of the model. */
    MISSING,
    MODEL_NOT_FOUND,
    OUT_OF_RANGE,
    NOT_A_NUMBER,
    /** The endpoint picker has no ready endpoint: its averages are leftovers. */
    NO_READY_ENDPOINTS,
    /** Several pools on the page and no {@code metrics.epp.pool}. */
    AMBIGUOUS_POOL;

    /** As in metrics labels, log lines and the status page. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
