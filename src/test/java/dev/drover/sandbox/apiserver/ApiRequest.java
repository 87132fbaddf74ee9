package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** One request to a resource, as the handlers see it. {@code headers} have lower-case names. */
@SuppressWarnings("ArrayRecordComponent") // requests are handled, and never compared
record ApiRequest(
        Verb verb,
        Target target,
        Map<String, String> query,
        Map<String, String> headers,
        byte[] body,
        String user) {

    /** The query parameter, or an empty text. */
    String parameter(String name) {
        return query.getOrDefault(name, "");
    }

    boolean flag(String name) {
        String value = parameter(name);
        return value.equals("true") || value.equals("1");
    }

    boolean dryRun() {
        return parameter("dryRun").equals("All");
    }

    String contentType() {
        String type = headers.getOrDefault("content-type", "application/json");
        int semicolon = type.indexOf(';');
        return (semicolon < 0 ? type : type.substring(0, semicolon)).trim();
    }

    /** Who is named in managedFields: the parameter, else the client's own name. */
    String manager() {
        String named = parameter("fieldManager");
        if (!named.isEmpty()) {
            return named;
        }
        String agent = headers.getOrDefault("user-agent", "unknown");
        int slash = agent.indexOf('/');
        return slash < 0 ? agent : agent.substring(0, slash);
    }

    /** The body as JSON, whichever kind of value it is. */
    JsonNode json() {
        try {
            JsonNode node = Json.parse(body);
            if (node != null && !node.isMissingNode()) {
                return node;
            }
        } catch (IOException e) {
            throw Failure.badRequest("unable to decode the body: " + e.getMessage());
        }
        throw Failure.badRequest("the body is empty");
    }

    /** The body as one object, from JSON or YAML. */
    ObjectNode object() {
        if (contentType().endsWith("yaml")) {
            List<ObjectNode> documents = Json.documents(new String(body, StandardCharsets.UTF_8));
            if (documents.size() == 1) {
                return documents.get(0);
            }
        } else if (!contentType().endsWith("json")) {
            throw Failure.unsupportedMediaType("application/json, application/yaml");
        } else if (json() instanceof ObjectNode object) {
            return object;
        }
        throw Failure.badRequest("the body is not one object");
    }
}
