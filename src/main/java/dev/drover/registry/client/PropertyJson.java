package dev.drover.registry.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.registry.api.Property;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Custom properties in the form of the API. */
final class PropertyJson {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TYPE = "metadataType";
    private static final String TEXT = "MetadataStringValue";
    private static final String WHOLE = "MetadataIntValue";
    private static final String FLAG = "MetadataBoolValue";
    private static final String STRUCT_VALUE = "struct_value";

    private PropertyJson() {}

    static Map<String, Property> read(JsonNode properties) {
        Map<String, Property> all = new HashMap<>();
        properties.properties().forEach(it -> all.put(it.getKey(), property(it.getValue())));
        return all;
    }

    private static Property property(JsonNode node) {
        String type = node.path(TYPE).asText();
        if (type.equals(TEXT) && node.path("string_value").isTextual()) {
            return new Property.Text(node.get("string_value").asText());
        }
        if (type.equals(FLAG) && node.path("bool_value").isBoolean()) {
            return new Property.Flag(node.get("bool_value").asBoolean());
        }
        if (type.equals(WHOLE) && node.path("int_value").isTextual()) {
            try {
                return new Property.Whole(Integer.parseInt(node.get("int_value").asText()));
            } catch (NumberFormatException e) {
                return new Property.Foreign(node.toString());
            }
        }
        return new Property.Foreign(node.toString());
    }

    /** In the order of their keys, so that equal maps make equal bodies. */
    static ObjectNode write(Map<String, Property> properties) {
        ObjectNode all = JsonNodeFactory.instance.objectNode();
        new TreeMap<>(properties).forEach((key, value) -> all.set(key, json(value)));
        return all;
    }

    private static ObjectNode json(Property property) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        if (property instanceof Property.Text text) {
            return node.put(TYPE, TEXT).put("string_value", text.value());
        }
        if (property instanceof Property.Whole whole) {
            return node.put(TYPE, WHOLE).put("int_value", String.valueOf(whole.value()));
        }
        if (property instanceof Property.Flag flag) {
            return node.put(TYPE, FLAG).put("bool_value", flag.value());
        }
        return foreign((Property.Foreign) property);
    }

    /** A struct is read as plain JSON text and wants to be written as base64 of it (Q2a). */
    private static ObjectNode foreign(Property.Foreign property) {
        try {
            ObjectNode node = (ObjectNode) JSON.readTree(property.json());
            if (node.path(STRUCT_VALUE).isTextual()) {
                byte[] text = node.get(STRUCT_VALUE).asText().getBytes(UTF_8);
                node.put(STRUCT_VALUE, Base64.getEncoder().encodeToString(text));
            }
            return node;
        } catch (JsonProcessingException | ClassCastException e) {
            throw new IllegalArgumentException("a property that was never read from a registry", e);
        }
    }
}
