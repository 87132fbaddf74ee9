package dev.drover.weights.metrics.vllm;

/** What a series of an engine's page can be a sample of. */
enum Figure {
    KV,
    RUNNING,
    WAITING,
    PROGRESS,
    END_TO_END_BUCKET,
    END_TO_END_SUM,
    END_TO_END_COUNT,
    FIRST_TOKEN_BUCKET,
    FIRST_TOKEN_SUM,
    FIRST_TOKEN_COUNT
}
