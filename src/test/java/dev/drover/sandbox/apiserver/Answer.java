package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What goes back to the client: JSON, or plain text where {@code body} is null. Each of {@code
 * warnings} becomes one {@code Warning} header.
 */
record Answer(
        int code, Map<String, String> headers, List<String> warnings, JsonNode body, String text) {

    static Answer of(int code, JsonNode body) {
        return new Answer(code, new LinkedHashMap<>(), List.of(), body, "");
    }

    static Answer status(int code, ObjectNode status) {
        return of(code, status);
    }

    static Answer plain(int code, String text) {
        return new Answer(code, new LinkedHashMap<>(), List.of(), null, text);
    }

    /** What everything below an unknown group or version gets. */
    static Answer pageNotFound() {
        return plain(404, "404 page not found\n");
    }

    Answer with(List<String> warnings) {
        return new Answer(code, headers, List.copyOf(warnings), body, text);
    }

    String contentType() {
        return body == null ? "text/plain; charset=utf-8" : "application/json";
    }

    byte[] bytes() {
        return body == null ? text.getBytes(StandardCharsets.UTF_8) : Json.bytes(body);
    }
}
