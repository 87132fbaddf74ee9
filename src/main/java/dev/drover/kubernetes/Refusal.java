package dev.drover.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Tells apart what an API server means by a code from 400 on. Rules were read off a real server:
 * the code alone says too little.
 */
final class Refusal {
    /** RBAC and the node authorizer say who may not; everybody else who answers 403 says why. */
    private static final Pattern RBAC = Pattern.compile("User \".*\" cannot \\S+ resource");

    private static final Pattern ADMISSION =
            Pattern.compile("admission webhook \".*\" denied|ValidatingAdmissionPolicy .* denied");

    private Refusal() {}

    /**
     * @param code from 400 on
     * @param status the body, a {@code Status} where the API server itself answered
     * @param text the body as it came, for a body that is not JSON
     */
    static ResourceException of(
            ApiRequest request,
            int code,
            JsonNode status,
            String text,
            Optional<Duration> retryAfter) {
        String message = status.path("message").asText(text);
        var answer = request.answer(code, message, retryAfter);
        if (code >= 400 && code < 500 && ADMISSION.matcher(message).find()) {
            return new Denied(answer);
        }
        return switch (code) {
            case 401 -> new ServerFailure(answer, null);
            case 403 ->
                    RBAC.matcher(message).find()
                            ? new Forbidden(request.verb(), request.type().qualifiedName(), answer)
                            : new Denied(answer);
            case 404 -> namesTheObject(status) ? new NotFound(answer) : new NotServed(answer);
            case 409 ->
                    "AlreadyExists".equals(status.path("reason").asText())
                            ? new AlreadyExists(answer)
                            : new Conflict(answer);
            case 422 -> unprocessable(request, status, answer);
            case 429 -> new Throttled(answer);
            default ->
                    code < 500 && code != 408
                            ? new Invalid(answer, List.of())
                            : new ServerFailure(answer, null);
        };
    }

    /** A missing kind is "404 page not found" or a Status without details; an object has a name. */
    private static boolean namesTheObject(JsonNode status) {
        return "NotFound".equals(status.path("reason").asText())
                && !status.path("details").path("name").asText().isEmpty();
    }

    /** A patch that does not apply (a failed {@code test}) names no cause and nobody's object. */
    private static ResourceException unprocessable(
            ApiRequest request, JsonNode status, ResourceException.Answer answer) {
        List<Invalid.Cause> causes = new ArrayList<>();
        for (JsonNode cause : status.path("details").path("causes")) {
            causes.add(
                    new Invalid.Cause(
                            cause.path("field").asText(),
                            cause.path("reason").asText(),
                            cause.path("message").asText()));
        }
        boolean bare = causes.isEmpty() && status.path("details").path("name").isMissingNode();
        return bare && "jsonPatch".equals(request.operation())
                ? new Conflict(answer)
                : new Invalid(answer, causes);
    }
}
