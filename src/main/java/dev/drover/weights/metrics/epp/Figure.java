package dev.drover.weights.metrics.epp;

/** What a series of an endpoint picker's page is a sample of: the first four of a pool. */
enum Figure {
    KV,
    QUEUE,
    RUNNING,
    READY,
    DURATION_BUCKET,
    DURATION_SUM,
    DURATION_COUNT,
    FIRST_TOKEN_BUCKET,
    FIRST_TOKEN_SUM,
    FIRST_TOKEN_COUNT,
    REQUESTS,
    ERRORS;

    boolean ofPool() {
        return ordinal() <= READY.ordinal();
    }
}
