package dev.drover.sandbox.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A custom property as the database holds it.
 *
 * @param type {@code MetadataStringValue} and its like; a struct is kept as {@code
 *     MetadataStructValue} with its JSON text
 */
record StoredProperty(String type, JsonNode value) {
    private static final String STRUCT = "mlmd-struct::";
    private static final Set<String> HIDDEN = Set.of("experiment_id", "experiment_run_id");

    /**
     * Reads one member of {@code customProperties}.
     *
     * @throws Refused with the server's text
     */
    static StoredProperty read(String key, JsonNode body) {
        if (!body.isObject() && !body.isNull()) {
            throw Refused.badRequest(
                    "failed to unmarshal JSON into map for the discriminator lookup");
        }
        String type = body.path("metadataType").asText("");
        return switch (type) {
            case "MetadataStringValue" ->
                    new StoredProperty(type, text(body, type, "string_value"));
            case "MetadataIntValue" -> integer(key, text(body, type, "int_value").asText());
            case "MetadataDoubleValue" ->
                    new StoredProperty(
                            type, typed(body, type, "double_value", "float64", number(0)));
            case "MetadataBoolValue" ->
                    new StoredProperty(
                            type,
                            typed(
                                    body,
                                    type,
                                    "bool_value",
                                    "bool",
                                    JsonNodeFactory.instance.booleanNode(false)));
            case "MetadataStructValue" -> struct(key, text(body, type, "struct_value").asText());
            default ->
                    throw setting(
                            "bad request: metadataType not found for %s: {<nil> <nil> <nil> %s <nil>"
                                            .formatted(
                                                    key,
                                                    type.equals("MetadataProtoValue")
                                                            ? "0x2efc4eef8090"
                                                            : "<nil>")
                                    + " <nil>}");
        };
    }

    /** What the server answers to a change that leaves the properties alone. */
    void echoed(String key) {
        if (type.equals("MetadataStructValue")) {
            struct(key, value.asText());
        }
    }

    void show(ObjectNode into, String key) {
        if (HIDDEN.contains(key)) {
            return;
        }
        String text = value.asText();
        boolean looksLikeStruct = type.equals("MetadataStringValue") && text.startsWith(STRUCT);
        String shownType = looksLikeStruct ? "MetadataStructValue" : type;
        ObjectNode shown = into.putObject(key).put("metadataType", shownType);
        switch (shownType) {
            case "MetadataIntValue" -> shown.put("int_value", text);
            case "MetadataDoubleValue" -> shown.set("double_value", value);
            case "MetadataBoolValue" -> shown.set("bool_value", value);
            case "MetadataStructValue" ->
                    shown.put(
                            "struct_value",
                            looksLikeStruct ? decoded(text.substring(STRUCT.length())) : text);
            default -> shown.put("string_value", text);
        }
    }

    /** Throws when this property makes its entity unreadable. */
    void readBack() {
        show(JsonNodeFactory.instance.objectNode(), "any");
    }

    /** Of a struct in its binary form only the one without values is understood. */
    private static String decoded(String base64) {
        try {
            byte[] binary = GoNumbers.base64(base64);
            boolean oneEmptyField = binary.length == 2 && binary[0] == 0x0A && binary[1] == 0;
            if (binary.length > 0 && !oneEmptyField) {
                throw new IllegalArgumentException("proto: cannot parse invalid wire-format data");
            }
            return oneEmptyField ? "{\"\":null}" : "{}";
        } catch (IllegalArgumentException e) {
            throw new Refused(
                    400,
                    "error setting field CustomProperties: failed to decode base64 string: "
                            + e.getMessage()
                            + ": bad request");
        }
    }

    private static StoredProperty integer(String key, String text) {
        try {
            return new StoredProperty(
                    "MetadataIntValue", TextNode.valueOf("" + GoNumbers.int32(text)));
        } catch (IllegalArgumentException e) {
            throw setting(
                    "bad request: unable to decode as int64 invalid numeric string: %s for key %s"
                            .formatted(e.getMessage(), key));
        }
    }

    private static StoredProperty struct(String key, String text) {
        try {
            JsonNode json = GoJson.first(GoNumbers.base64(text));
            if (!json.isObject()) {
                throw new IllegalArgumentException(
                        "proto:\u00a0syntax error (line 1:1): unexpected token "
                                + json.toString().charAt(0));
            }
            return new StoredProperty(
                    "MetadataStructValue", TextNode.valueOf(sorted(json).toString()));
        } catch (IllegalArgumentException e) {
            throw setting(
                    "bad request: unable to decode %s for key %s".formatted(e.getMessage(), key));
        }
    }

    private static JsonNode sorted(JsonNode node) {
        if (node instanceof ObjectNode object) {
            Map<String, JsonNode> members = new TreeMap<>();
            object.properties().forEach(it -> members.put(it.getKey(), sorted(it.getValue())));
            return JsonNodeFactory.instance.objectNode().setAll(members);
        }
        return node;
    }

    private static Refused setting(String what) {
        return Refused.badRequest(
                "error setting field CustomProperties: " + what + ": bad request");
    }

    private static JsonNode text(JsonNode body, String type, String field) {
        return typed(body, type, field, "string", TextNode.valueOf(""));
    }

    private static JsonNode number(double value) {
        return JsonNodeFactory.instance.numberNode(value);
    }

    private static JsonNode typed(
            JsonNode body, String type, String field, String wanted, JsonNode absent) {
        JsonNode value = body.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return absent;
        }
        boolean fits =
                switch (wanted) {
                    case "string" -> value.isTextual();
                    case "bool" -> value.isBoolean();
                    default -> value.isNumber();
                };
        if (!fits) {
            throw Refused.badRequest(
                    "failed to unmarshal MetadataValue as %s: json: cannot unmarshal %s into Go"
                                    .formatted(type, GoStruct.typeOf(value))
                            + " struct field %s.%s of type %s".formatted(type, field, wanted));
        }
        return value;
    }
}
