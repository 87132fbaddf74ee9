package dev.drover.kubernetes;

import java.time.Duration;
import java.util.Optional;

/**
 * A request to the API server that did not end well. The subclass says which way, and is what
 * callers tell apart: a code is only for the log. None of them is a fault of the program, so none
 * is logged with its stack trace.
 */
public abstract class ResourceException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int SHOWN_CHARACTERS = 200;

    private final transient Answer answer;

    ResourceException(String problem, Answer answer, Throwable cause) {
        super(problem + ": " + answer, cause);
        this.answer = answer;
    }

    /** What was asked of the server, and what it said. */
    public final Answer answer() {
        return answer;
    }

    /** As the producer's option: {@code get}, {@code jsonPatch}, … */
    public final String operation() {
        return answer.operation();
    }

    /** Group, version and plural, for example {@code batch/v1/jobs}. */
    public final String resource() {
        return answer.resource();
    }

    /** The object; empty when the request was about none in particular (a list). */
    public final Optional<ObjectKey> key() {
        return answer.key();
    }

    /** HTTP status; 0 when there was no answer. */
    public final int code() {
        return answer.code();
    }

    /** In the server's words; empty when it said nothing. */
    public final String serverMessage() {
        return answer.message();
    }

    /** How long the server wants to be left alone, from now on. */
    public final Optional<Duration> retryAfter() {
        return answer.retryAfter();
    }

    /**
     * A request and its outcome.
     *
     * @param operation as the producer's option
     * @param resource group, version and plural
     * @param key the object, empty for a list
     * @param code HTTP status, 0 without an answer
     * @param message the server's words, or those of the failed connection
     * @param retryAfter from the header of that name
     */
    public record Answer(
            String operation,
            String resource,
            Optional<ObjectKey> key,
            int code,
            String message,
            Optional<Duration> retryAfter) {
        public Answer {
            message = message == null ? "" : message;
        }

        /** An answer that says nothing but its code. */
        public static Answer of(String operation, String resource, ObjectKey key, int code) {
            return new Answer(
                    operation, resource, Optional.ofNullable(key), code, "", Optional.empty());
        }

        /** One line, the server's words cut to what a log line can bear. */
        @Override
        public String toString() {
            String shown =
                    message.length() <= SHOWN_CHARACTERS
                            ? message
                            : message.substring(0, SHOWN_CHARACTERS) + "…";
            return operation
                    + " "
                    + resource
                    + key.map(object -> " " + object).orElse("")
                    + (code == 0 ? "" : ", HTTP " + code)
                    + (shown.isEmpty() ? "" : ", " + shown.replaceAll("\\p{Cntrl}+", " "));
        }
    }
}
