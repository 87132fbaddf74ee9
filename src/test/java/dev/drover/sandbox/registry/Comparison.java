package dev.drover.sandbox.registry;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Recorded answer against the answer that came, without what is different every time. */
final class Comparison {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> COMPARED_HEADERS =
            Set.of(
                    "content-type",
                    "allow",
                    "location",
                    "link",
                    "etag",
                    "retry-after",
                    "sunset",
                    "deprecation",
                    "access-control-allow-origin");
    private static final Set<String> VOLATILE =
            Set.of(
                    "createTimeSinceEpoch",
                    "lastUpdateTimeSinceEpoch",
                    "timestamp",
                    "check_duration_ms");
    private static final String UUID =
            "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

    /** What is different; empty when nothing is. */
    Optional<String> differences(JsonNode entry, RawExchange.Response came) {
        JsonNode recorded = entry.get("response");
        if (recorded.path("status").asInt() != came.status()) {
            return Optional.of(
                    came.status()
                            + " "
                            + text(came)
                            + " instead of "
                            + recorded.path("status")
                            + " "
                            + recorded.path("body"));
        }
        Map<String, String> wanted = headers(recorded);
        Map<String, String> actual = new TreeMap<>(came.headers());
        actual.keySet().retainAll(COMPARED_HEADERS);
        if (!wanted.equals(actual)) {
            return Optional.of("headers " + actual + " instead of " + wanted);
        }
        return body(recorded, came);
    }

    private static Map<String, String> headers(JsonNode recorded) {
        Map<String, String> headers = new TreeMap<>();
        if (!recorded.has("headers")) {
            headers.put("content-type", Reply.JSON);
        }
        recorded.path("headers")
                .properties()
                .forEach(it -> headers.put(it.getKey(), it.getValue().asText()));
        return headers;
    }

    private static Optional<String> body(JsonNode recorded, RawExchange.Response came) {
        if (!recorded.has("body")) {
            String wanted = recorded.path("bodyText").asText();
            return wanted.equals(text(came))
                    ? Optional.empty()
                    : Optional.of("\"" + text(came) + "\" instead of \"" + wanted + "\"");
        }
        try {
            JsonNode wanted = stable(recorded.get("body"));
            JsonNode actual = stable(JSON.readTree(came.body()));
            boolean same =
                    wanted.equals(actual)
                            || (recorded.get("status").asInt() == 422
                                    && anyRequired(wanted, actual));
            return same ? Optional.empty() : Optional.of(actual + " instead of " + wanted);
        } catch (IOException e) {
            return Optional.of("no JSON: " + text(came));
        }
    }

    /** Which field is named when several are missing is random in the server itself. */
    private static boolean anyRequired(JsonNode wanted, JsonNode actual) {
        String form = "required field '\\w+' is zero value\\.";
        return wanted.path("message").asText().matches(form)
                && actual.path("message").asText().matches(form);
    }

    private static JsonNode stable(JsonNode node) {
        if (node instanceof ObjectNode object) {
            ObjectNode copy = JSON.createObjectNode();
            for (Map.Entry<String, JsonNode> member : object.properties()) {
                if (!VOLATILE.contains(member.getKey())) {
                    copy.set(
                            member.getKey(),
                            member.getKey().equals("nextPageToken")
                                    ? JSON.getNodeFactory().textNode(tokenId(member.getValue()))
                                    : stable(member.getValue()));
                }
            }
            return copy;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode copy = JSON.createArrayNode();
            array.forEach(element -> copy.add(stable(element)));
            return copy;
        }
        if (node.isTextual()) {
            return JSON.getNodeFactory()
                    .textNode(
                            node.asText()
                                    .replaceAll(UUID, "<uuid>")
                                    .replaceAll("0x[0-9a-f]+", "0x…"));
        }
        return node.isNumber() ? JSON.getNodeFactory().numberNode(node.doubleValue()) : node;
    }

    /** The id in a token; its other part is a time, or the id again. */
    private static String tokenId(JsonNode token) {
        return token.asText().isEmpty()
                ? ""
                : new String(Base64.getDecoder().decode(token.asText()), UTF_8).split(":", 2)[0];
    }

    private static String text(RawExchange.Response came) {
        return new String(came.body(), UTF_8);
    }
}
