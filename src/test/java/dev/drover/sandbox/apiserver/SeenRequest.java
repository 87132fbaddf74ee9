package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * One request as the double saw it, in the manner of an audit record. Texts that do not apply are
 * empty: {@code verb} and the rest of the resource for discovery and unknown paths.
 *
 * @param nanos {@link System#nanoTime} when the request was read completely
 * @param verb as RBAC writes it, for example {@code list}
 * @param code the HTTP code of the answer, 0 if none was sent
 */
public record SeenRequest(
        long nanos,
        String method,
        String path,
        String query,
        String verb,
        String group,
        String resource,
        String namespace,
        String name,
        String subresource,
        String userAgent,
        String user,
        String contentType,
        String body,
        int code) {

    /** True if the verb can change something. */
    public boolean writes() {
        return switch (verb) {
            case "create", "update", "patch", "delete", "deletecollection" -> true;
            default -> false;
        };
    }

    /** The body as JSON. */
    public JsonNode json() {
        try {
            return Json.parse(body.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException("not JSON: " + body, e);
        }
    }

    SeenRequest answered(int code) {
        return new SeenRequest(
                nanos,
                method,
                path,
                query,
                verb,
                group,
                resource,
                namespace,
                name,
                subresource,
                userAgent,
                user,
                contentType,
                body,
                code);
    }

    /** {@code PATCH /apis/…?fieldManager=x -> 200}, for messages of failed assertions. */
    @Override
    public String toString() {
        return method + " " + path + (query.isEmpty() ? "" : "?" + query) + " -> " + code;
    }
}
