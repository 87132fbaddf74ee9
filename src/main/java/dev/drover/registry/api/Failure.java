package dev.drover.registry.api;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Why a call gave nothing that can be relied on.
 *
 * @param registry id of the registry
 * @param operation what was asked; of several calls the one that failed
 * @param code HTTP status, or {@code timeout}, {@code connect}, {@code tls}, {@code reset}, {@code
 *     body}, {@code open} (breaker), {@code busy} (slots), {@code token}
 * @param detail for log and status page: at most 200 characters of one line, without secrets
 * @param after how long to wait at least, where the registry or its breaker said so
 */
public record Failure(
        String registry,
        Operation operation,
        Reason reason,
        String code,
        String detail,
        Optional<Duration> after) {

    /** {@link #code} where the registry is not, or no longer, an allowed one. */
    public static final String UNKNOWN = "unknown";

    public Failure {
        Objects.requireNonNull(registry);
        Objects.requireNonNull(operation);
        Objects.requireNonNull(reason);
        Objects.requireNonNull(code);
        detail = Detail.of(detail);
    }

    /** When the same should be tried again; with an open breaker after {@link #after}. */
    public Retry retry() {
        return code.equals("open") ? Retry.UNCOUNTED : reason.retry();
    }

    /** True when the write was sent and may have been carried out all the same. */
    public boolean answerLost() {
        return operation.writes()
                && (code.equals("timeout") || code.equals("reset") || code.equals("body"));
    }

    /** {@code create_record 503: unavailable}, as in log lines. */
    @Override
    public String toString() {
        return operation.label() + " " + code + (detail.isEmpty() ? "" : ": " + detail);
    }
}
