package dev.drover.sandbox.registry;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One answer.
 *
 * @param headers by lower-case name; without {@code content-type} none is sent
 */
public record Reply(int status, Map<String, String> headers, byte[] body) {
    static final String JSON = "application/json; charset=UTF-8";
    static final String TEXT = "text/plain; charset=utf-8";

    public Reply {
        headers = Map.copyOf(headers);
    }

    public static Reply json(int status, JsonNode body) {
        return of(status, JSON, body + "\n");
    }

    public static Reply text(int status, String text) {
        return of(status, TEXT, text);
    }

    public static Reply html(int status, String text) {
        return of(status, "text/html", text);
    }

    public static Reply of(int status, String contentType, String body) {
        return new Reply(status, Map.of("content-type", contentType), body.getBytes(UTF_8));
    }

    /** The registry's own form of an error. */
    public static Reply error(int status, String message) {
        return json(
                status,
                JsonNodeFactory.instance
                        .objectNode()
                        .put("code", reason(status))
                        .put("message", message));
    }

    static Reply notFoundText() {
        return text(404, "404 page not found\n");
    }

    static Reply empty(int status, Map<String, String> headers) {
        return new Reply(status, headers, new byte[0]);
    }

    public Reply with(String header, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new Reply(status, more, body);
    }

    private static String reason(int status) {
        return switch (status) {
            case 404 -> "Not Found";
            case 409 -> "Conflict";
            case 500 -> "Internal Server Error";
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 503 -> "Service Unavailable";
            default -> "Bad Request"; // 422 too
        };
    }
}
