package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** A request that ends with a {@code Status} of kind Failure, as the API server words it. */
final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Answer answer;

    private Failure(int code, String reason, String message, ObjectNode details) {
        super(message);
        answer = Answer.status(code, status(code, reason, message, details));
    }

    private static ObjectNode status(int code, String reason, String message, ObjectNode details) {
        ObjectNode status = Json.object();
        status.put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        status.put("status", "Failure").put("message", message);
        if (!reason.isEmpty()) {
            status.put("reason", reason);
        }
        if (details != null) {
            status.set("details", details);
        }
        return status.put("code", code);
    }

    Answer answer() {
        return answer;
    }

    static Failure badRequest(String message) {
        return new Failure(400, "BadRequest", message, null);
    }

    static Failure unauthorized() {
        return new Failure(401, "Unauthorized", "Unauthorized", null);
    }

    static Failure forbidden(Target target, String why) {
        return new Failure(
                403,
                "Forbidden",
                "%s is forbidden: %s".formatted(target.described(), why),
                target.details());
    }

    /** Creation in a namespace that is being deleted; clients recognise it by the cause. */
    static Failure namespaceTerminating(Target target) {
        ObjectNode details = target.details();
        details.putArray("causes")
                .addObject()
                .put("reason", "NamespaceTerminating")
                .put("message", "namespace " + target.namespace() + " is being terminated")
                .put("field", "metadata.namespace");
        String why =
                "unable to create new content in namespace %s because it is being terminated"
                        .formatted(target.namespace());
        return new Failure(
                403,
                "Forbidden",
                "%s is forbidden: %s".formatted(target.described(), why),
                details);
    }

    static Failure notFound(Target target) {
        return new Failure(404, "NotFound", target.described() + " not found", target.details());
    }

    static Failure methodNotAllowed() {
        return new Failure(
                405,
                "MethodNotAllowed",
                "the server does not allow this method on the requested resource",
                Json.object());
    }

    static Failure alreadyExists(Target target) {
        return new Failure(
                409, "AlreadyExists", target.described() + " already exists", target.details());
    }

    /** Unlike {@link #modified} this names the kind, not the resource. */
    static Failure preconditionFailed(Target target, String why) {
        String object = "%s \"%s\"".formatted(target.qualifiedKind(), target.name());
        return conflict(object, why, target.kindDetails());
    }

    static Failure modified(Target target) {
        return conflict(
                target.described(),
                "the object has been modified; please apply your changes to the latest version and"
                        + " try again",
                target.details());
    }

    private static Failure conflict(String object, String why, ObjectNode details) {
        return new Failure(
                409,
                "Conflict",
                "Operation cannot be fulfilled on %s: %s".formatted(object, why),
                details);
    }

    static Failure expired(String message) {
        return new Failure(410, "Expired", message, null);
    }

    /** A list that went on after a compaction: it may go on once more, from {@code token}. */
    static Failure continueExpired(String token) {
        Failure failure =
                expired(
                        "The provided continue parameter is too old to display a consistent list"
                                + " result. You can start a new list without the continue parameter,"
                                + " or use the continue token in this response to retrieve the"
                                + " remainder of the results. Continuing with the provided token"
                                + " results in an inconsistent list - objects that were created,"
                                + " modified, or deleted between the time the first chunk was returned"
                                + " and now may show up in the list.");
        ((ObjectNode) failure.answer().body().get("metadata")).put("continue", token);
        return failure;
    }

    static Failure tooLarge(String message) {
        return new Failure(413, "RequestEntityTooLarge", message, null);
    }

    static Failure unsupportedMediaType(String accepted) {
        return new Failure(
                415,
                "UnsupportedMediaType",
                "the body of the request was in an unknown format - accepted media types include: "
                        + accepted,
                Json.object());
    }

    /** The patch did not apply. Details are always empty; that is how clients know it. */
    static Failure patchRejected() {
        return new Failure(
                422,
                "Invalid",
                "the server rejected our request due to an error in our request",
                Json.object());
    }

    /** The result is not a valid object; one cause a field. */
    static Failure invalid(Target target, List<FieldError> errors) {
        ObjectNode details = target.kindDetails();
        var causes = details.putArray("causes");
        for (FieldError error : errors) {
            causes.addObject()
                    .put("reason", error.reason())
                    .put("message", error.message())
                    .put("field", error.field());
        }
        List<String> texts =
                errors.stream().map(error -> error.field() + ": " + error.message()).toList();
        String all = texts.size() == 1 ? texts.get(0) : "[" + String.join(", ", texts) + "]";
        String message =
                "%s \"%s\" is invalid: %s".formatted(target.qualifiedKind(), target.name(), all);
        return new Failure(422, "Invalid", message, details);
    }

    static Failure tooManyRequests(String message, int retryAfterSeconds) {
        ObjectNode details = Json.object().put("retryAfterSeconds", retryAfterSeconds);
        Failure failure = new Failure(429, "TooManyRequests", message, details);
        failure.answer.headers().put("Retry-After", String.valueOf(retryAfterSeconds));
        return failure;
    }

    static Failure internal(String message) {
        return new Failure(500, "InternalError", message, Json.object());
    }

    /** The server has not reached this version yet; a client may ask again in a second. */
    static Failure versionAhead(long asked, long current) {
        ObjectNode details = Json.object();
        details.putArray("causes")
                .addObject()
                .put("reason", "ResourceVersionTooLarge")
                .put("message", "Too large resource version");
        details.put("retryAfterSeconds", 1);
        return new Failure(
                504,
                "Timeout",
                "Timeout: Too large resource version: %d, current: %d".formatted(asked, current),
                details);
    }

    /** An answer with this code as an overloaded or broken server words it. */
    static Answer injected(int code, Integer retryAfterSeconds) {
        String reason =
                switch (code) {
                    case 403 -> "Forbidden";
                    case 404 -> "NotFound";
                    case 409 -> "Conflict";
                    case 410 -> "Expired";
                    case 429 -> "TooManyRequests";
                    case 500 -> "InternalError";
                    case 503 -> "ServiceUnavailable";
                    case 504 -> "Timeout";
                    default -> "";
                };
        ObjectNode details = Json.object();
        if (retryAfterSeconds != null) {
            details.put("retryAfterSeconds", retryAfterSeconds);
        }
        Failure failure = new Failure(code, reason, "injected by the test", details);
        if (retryAfterSeconds != null) {
            failure.answer.headers().put("Retry-After", retryAfterSeconds.toString());
        }
        return failure.answer;
    }
}
