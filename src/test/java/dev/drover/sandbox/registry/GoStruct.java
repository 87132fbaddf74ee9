package dev.drover.sandbox.registry;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A body read into the fields of its type: keys without regard to case, no unknown ones. A field
 * that is not in the body is not in the map; an explicit null is.
 */
record GoStruct(Map<String, JsonNode> fields) {
    private static final List<String> LISTS = List.of("language", "tasks");

    /**
     * Reads a body.
     *
     * @param type for messages: {@code InferenceServiceCreate}
     * @throws Refused with the server's text
     */
    static GoStruct read(byte[] body, String type, List<String> known) {
        refuseNulls(body);
        JsonNode json;
        try {
            json = GoJson.first(body);
        } catch (IllegalArgumentException e) {
            throw Refused.badRequest(e.getMessage());
        }
        Map<String, JsonNode> fields = new LinkedHashMap<>();
        if (json.isNull()) {
            return new GoStruct(fields);
        }
        if (!json.isObject()) {
            throw Refused.badRequest(
                    "json: cannot unmarshal %s into Go value of type openapi.%s"
                            .formatted(typeOf(json), type));
        }
        for (Map.Entry<String, JsonNode> member : json.properties()) {
            String field =
                    known.stream()
                            .filter(name -> name.equalsIgnoreCase(member.getKey()))
                            .findFirst()
                            .orElseThrow(
                                    () ->
                                            Refused.badRequest(
                                                    "json: unknown field \""
                                                            + member.getKey()
                                                            + "\""));
            check(type, field, member.getValue());
            fields.put(field, member.getValue());
        }
        return new GoStruct(fields);
    }

    /** The text of a field; null when it is absent or null. */
    String text(String field) {
        JsonNode value = fields.get(field);
        return value == null || value.isNull() ? null : value.asText();
    }

    boolean has(String field) {
        return fields.containsKey(field);
    }

    private static void refuseNulls(byte[] body) {
        String raw = new String(body, ISO_8859_1);
        if (raw.indexOf('\0') >= 0 || raw.contains("\\u0000")) {
            throw Refused.badRequest("Request body contains null bytes which are not allowed");
        }
    }

    private static void check(String type, String field, JsonNode value) {
        boolean fits =
                value.isNull()
                        || (field.equals("customProperties")
                                ? value.isObject()
                                : LISTS.contains(field) ? value.isArray() : value.isTextual());
        if (!fits) {
            throw Refused.badRequest(
                    "json: cannot unmarshal %s into Go struct field %s.%s of type string"
                            .formatted(typeOf(value), type, field));
        }
    }

    static String typeOf(JsonNode value) {
        return switch (value.getNodeType()) {
            case BOOLEAN -> "bool";
            default -> value.getNodeType().name().toLowerCase(Locale.ROOT);
        };
    }
}
