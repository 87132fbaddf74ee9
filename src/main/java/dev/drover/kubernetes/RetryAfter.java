package dev.drover.kubernetes;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Remembers until when the server wants to be left alone. While that lasts a request fails at once,
 * unsent, with code 429 and the seconds that are left: who asked knows best how to wait, and a
 * write that was held here could outlive the lease that allowed it. Thread-safe.
 */
final class RetryAfter {

    private static final int TOO_MANY_REQUESTS = 429;

    private final LongSupplier nanoTime;
    private Long until; // monotonic, null = free; guarded by this

    RetryAfter(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** How much longer nothing may be sent. */
    synchronized Optional<Duration> left() {
        if (until == null) {
            return Optional.empty();
        }
        long left = until - nanoTime.getAsLong();
        if (left <= 0) {
            until = null;
            return Optional.empty();
        }
        return Optional.of(Duration.ofNanos(left));
    }

    /** Looks at an answer; returns by how much it puts the next request off. */
    Duration heed(HttpResponse<?> response) {
        if (response.code() != TOO_MANY_REQUESTS) {
            return Duration.ZERO;
        }
        Duration asked = asked(response);
        synchronized (this) {
            Duration left = left().orElse(Duration.ZERO);
            if (asked.compareTo(left) <= 0) {
                return Duration.ZERO;
            }
            until = nanoTime.getAsLong() + asked.toNanos();
            return asked.minus(left);
        }
    }

    /** Seconds, or a date, which is taken relative to the answer's own. */
    private static Duration asked(HttpResponse<?> response) {
        return RetryAfterHeader.of(response.header("Retry-After"), clockOf(response))
                .orElse(Duration.ZERO);
    }

    private static Clock clockOf(HttpResponse<?> response) {
        try {
            String date = Objects.requireNonNullElse(response.header("Date"), "");
            Instant answered =
                    ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
            return Clock.fixed(answered, ZoneOffset.UTC);
        } catch (DateTimeParseException noDate) {
            return Clock.systemUTC();
        }
    }

    /** What a request ends with that is not sent. */
    static KubernetesClientException heldBack(Duration left) {
        Status status =
                new StatusBuilder()
                        .withStatus("Failure")
                        .withCode(TOO_MANY_REQUESTS)
                        .withReason("TooManyRequests")
                        .withMessage("not sent: the API server asked to wait")
                        .withNewDetails()
                        .withRetryAfterSeconds((int) left.plusNanos(999_999_999).toSeconds())
                        .endDetails()
                        .build();
        return new KubernetesClientException(status.getMessage(), TOO_MANY_REQUESTS, status);
    }
}
