package dev.drover.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/**
 * Turns a message body into a JSON tree. Takes trees, maps, lists and JSON text: forms that keep
 * zero, null and empty apart. Serialisers of typed models drop some of these.
 */
final class JsonBody {
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private JsonBody() {}

    /** A copy: what the caller does with its own tree meanwhile changes nothing. */
    static ObjectNode object(Object body) {
        JsonNode tree = tree(body);
        if (tree instanceof ObjectNode object) {
            return object.deepCopy();
        }
        throw refused("a JSON object", tree.getNodeType().name());
    }

    /** The operations of a JSON Patch. */
    static JsonNode array(Object body) {
        JsonNode tree = tree(body);
        if (tree.isArray()) {
            return tree;
        }
        throw refused("a JSON array of operations", tree.getNodeType().name());
    }

    private static JsonNode tree(Object body) {
        if (body instanceof JsonNode node) {
            return node;
        }
        if (body instanceof Map || body instanceof List) {
            return JSON.valueToTree(body);
        }
        if (body instanceof String text) {
            return parse(text);
        }
        throw refused(
                "JSON as JsonNode, Map, List or String",
                body == null ? "null" : body.getClass().getName());
    }

    private static JsonNode parse(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw refused("JSON", e.getOriginalMessage());
        }
    }

    private static IllegalArgumentException refused(String accepted, String found) {
        return new IllegalArgumentException(
                "body of kubernetes-resources: " + found + "; accepted: " + accepted);
    }
}
