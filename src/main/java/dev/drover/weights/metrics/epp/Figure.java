package dev.drover.weights.metrics.epp;

import java.util.EnumSet;
import java.util.Set;

/** What a series of an endpoint picker's page is a sample of. */
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

    private static final Set<Figure> OF_A_POOL = EnumSet.of(KV, QUEUE, RUNNING, READY);

    boolean ofPool() {
        return OF_A_POOL.contains(this);
    }
}
