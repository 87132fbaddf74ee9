package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Validates a value against its schema. A value that an update left as it was is not held against
 * it (ratcheting), except inside an atomic list, whose items cannot be told from one another.
 */
final class SchemaValidator {
    private SchemaValidator() {}

    /** {@code old} is null for a creation. */
    static List<FieldError> validate(ObjectNode object, ObjectNode old, Schema schema) {
        List<FieldError> errors = new ArrayList<>();
        object.properties()
                .forEach(
                        entry -> {
                            Schema member = schema.properties().get(entry.getKey());
                            if (member != null && !entry.getKey().equals("metadata")) {
                                JsonNode before = old == null ? null : old.get(entry.getKey());
                                errors.addAll(
                                        value(entry.getValue(), before, member, entry.getKey()));
                            }
                        });
        schema.required().stream()
                .filter(name -> !object.hasNonNull(name))
                .forEach(name -> errors.add(FieldError.required(name, "")));
        return errors;
    }

    private static List<FieldError> value(JsonNode now, JsonNode old, Schema schema, String path) {
        List<FieldError> errors = new ArrayList<>();
        String type = typeOf(now);
        if (now.isNull() && schema.nullable()) {
            return errors;
        }
        if (!accepts(schema, type)) {
            errors.add(FieldError.wrongType(path, schema.type(), type));
        } else if (now instanceof ObjectNode object) {
            members(object, old, schema, path, errors);
        } else if (now instanceof ArrayNode array) {
            items(array, old, schema, path, errors);
        } else if (now.isTextual()) {
            TextRules.check(now.asText(), schema.limits(), path, errors);
        } else if (now.isNumber()) {
            number(now, schema.limits(), path, errors);
        }
        if (!schema.allowed().isEmpty() && !schema.allowed().contains(now)) {
            List<String> words = schema.allowed().stream().map(JsonNode::asText).toList();
            errors.add(FieldError.unsupported(path, now.toString(), words));
        }
        boolean untouched = old != null && old.equals(now);
        return untouched ? List.of() : errors;
    }

    private static void members(
            ObjectNode object, JsonNode old, Schema schema, String path, List<FieldError> errors) {
        for (String name : schema.required()) {
            if (!object.hasNonNull(name)) {
                errors.add(FieldError.required(path + "." + name, ""));
            }
        }
        for (Map.Entry<String, JsonNode> entry : object.properties()) {
            String name = entry.getKey();
            if (entry.getValue().isNull() && schema.required().contains(name)) {
                continue; // said already
            }
            JsonNode before = old == null ? null : old.get(name);
            schema.member(name)
                    .ifPresent(
                            member ->
                                    errors.addAll(
                                            value(
                                                    entry.getValue(),
                                                    before,
                                                    member,
                                                    path + "." + name)));
        }
    }

    private static void items(
            ArrayNode array, JsonNode old, Schema schema, String path, List<FieldError> errors) {
        Schema.Limits limits = schema.limits();
        if (limits.minItems().isPresent() && array.size() < limits.minItems().getAsInt()) {
            String why =
                    "%s in body should have at least %d items"
                            .formatted(path, limits.minItems().getAsInt());
            errors.add(FieldError.invalid(path, String.valueOf(array.size()), why));
        }
        if (limits.maxItems().isPresent() && array.size() > limits.maxItems().getAsInt()) {
            errors.add(FieldError.tooMany(path, array.size(), limits.maxItems().getAsInt()));
        }
        Set<JsonNode> seen = new HashSet<>();
        for (int i = 0; i < array.size(); i++) {
            String inner = path + "[" + i + "]";
            JsonNode item = array.get(i);
            if (schema.items().isPresent()) {
                JsonNode before = counterpart(item, old, schema);
                errors.addAll(value(item, before, schema.items().get(), inner));
            }
            if (schema.listType() != Schema.ListType.ATOMIC && !seen.add(identity(item, schema))) {
                errors.add(FieldError.duplicate(inner, identity(item, schema).toString()));
            }
        }
    }

    /** The item of the old list with the same keys; null in lists without keys. */
    private static JsonNode counterpart(JsonNode item, JsonNode old, Schema schema) {
        if (schema.listType() != Schema.ListType.MAP || !(old instanceof ArrayNode before)) {
            return null;
        }
        for (JsonNode candidate : before) {
            if (identity(candidate, schema).equals(identity(item, schema))) {
                return candidate;
            }
        }
        return null;
    }

    private static JsonNode identity(JsonNode item, Schema schema) {
        if (schema.listType() == Schema.ListType.SET) {
            return item;
        }
        ObjectNode keys = Json.object();
        schema.listKeys().forEach(key -> keys.set(key, item.path(key)));
        return keys;
    }

    private static void number(
            JsonNode now, Schema.Limits limits, String path, List<FieldError> errors) {
        var number = now.decimalValue();
        if (limits.maximum() != null && number.compareTo(limits.maximum()) > 0) {
            String why = "%s in body should be less than or equal to %s";
            errors.add(
                    FieldError.invalid(path, now.asText(), why.formatted(path, limits.maximum())));
        }
        if (limits.minimum() != null && number.compareTo(limits.minimum()) < 0) {
            String why = "%s in body should be greater than or equal to %s";
            errors.add(
                    FieldError.invalid(path, now.asText(), why.formatted(path, limits.minimum())));
        }
    }

    private static boolean accepts(Schema schema, String type) {
        if (schema.intOrString()) {
            return type.equals("integer") || type.equals("string");
        }
        return schema.type().isEmpty()
                || schema.type().equals(type)
                || (schema.type().equals("number") && type.equals("integer"));
    }

    private static String typeOf(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT, POJO -> "object";
            case ARRAY -> "array";
            case STRING, BINARY -> "string";
            case BOOLEAN -> "boolean";
            case NUMBER -> node.isIntegralNumber() ? "integer" : "number";
            case NULL, MISSING -> "null";
        };
    }
}
