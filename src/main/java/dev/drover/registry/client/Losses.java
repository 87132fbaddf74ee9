package dev.drover.registry.client;

import com.fasterxml.jackson.core.JacksonException;
import dev.drover.http.NoAnswer;
import dev.drover.registry.api.Failure;
import dev.drover.registry.api.Operation;
import dev.drover.registry.api.Reason;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** What an exception of {@code registry-request} means. */
final class Losses {
    private Losses() {}

    /**
     * @param rest how long an open breaker stays so
     */
    static Failure failure(
            String registry, Operation operation, Throwable thrown, Supplier<Duration> rest) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            Optional<Failure> known = known(registry, operation, cause, rest);
            if (known.isPresent()) {
                return known.get();
            }
        }
        boolean network = causedByNetwork(thrown);
        String code = network ? NoAnswer.word(thrown) : "route";
        Reason reason = code.equals("tls") ? Reason.TLS_FAILED : Reason.UNAVAILABLE;
        return new Failure(registry, operation, reason, code, text(thrown), Optional.empty());
    }

    private static Optional<Failure> known(
            String registry, Operation operation, Throwable cause, Supplier<Duration> rest) {
        if (cause instanceof Unusable unusable) {
            RegistryReply reply = unusable.reply();
            String code = reply.success() ? "body" : String.valueOf(reply.status());
            String detail =
                    reply.success()
                            ? "unexpected answer: " + reply.status() + " with " + reply.about()
                            : reply.detail();
            return Optional.of(
                    new Failure(
                            registry,
                            operation,
                            Reason.UNAVAILABLE,
                            code,
                            detail,
                            reply.retryAfter()));
        }
        if (cause instanceof CallNotPermittedException) {
            return failed(
                    registry,
                    operation,
                    Reason.UNAVAILABLE,
                    "open",
                    "too many calls failed",
                    Optional.of(rest.get()));
        }
        if (cause instanceof NoToken) {
            return failed(registry, operation, Reason.UNAUTHORIZED, "token", cause.getMessage());
        }
        if (cause instanceof TrustUnreadable) {
            return failed(registry, operation, Reason.TLS_FAILED, "tls", cause.getMessage());
        }
        if (cause instanceof NotAllowed) {
            return failed(registry, operation, Reason.MISCONFIGURED, "guard", cause.getMessage());
        }
        if (cause instanceof JacksonException) {
            // its text would quote the answer
            return failed(
                    registry,
                    operation,
                    Reason.UNAVAILABLE,
                    "body",
                    "unexpected answer: no JSON object");
        }
        return Optional.empty();
    }

    private static Optional<Failure> failed(
            String registry, Operation operation, Reason reason, String code, String detail) {
        return failed(registry, operation, reason, code, detail, Optional.empty());
    }

    private static Optional<Failure> failed(
            String registry,
            Operation operation,
            Reason reason,
            String code,
            String detail,
            Optional<Duration> after) {
        return Optional.of(new Failure(registry, operation, reason, code, detail, after));
    }

    private static boolean causedByNetwork(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException) {
                return true;
            }
        }
        return false;
    }

    private static String text(Throwable thrown) {
        Throwable innermost = thrown;
        while (innermost.getCause() != null) {
            innermost = innermost.getCause();
        }
        return innermost.getMessage() == null
                ? innermost.getClass().getSimpleName()
                : innermost.getMessage();
    }
}
