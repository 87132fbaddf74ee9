package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * The part of a structural schema that validation, defaulting and pruning need. CEL rules, {@code
 * oneOf} and its kin are not read: none of the kinds that Drover works with has them.
 */
record Schema(
        String type,
        Map<String, Schema> properties,
        Optional<Schema> items,
        Optional<Schema> additional,
        List<String> required,
        List<JsonNode> allowed,
        Optional<JsonNode> defaultValue,
        boolean nullable,
        boolean keepsUnknown,
        boolean intOrString,
        boolean embedsResource,
        ListType listType,
        List<String> listKeys,
        boolean atomicMap,
        Limits limits) {

    enum ListType {
        ATOMIC,
        SET,
        MAP
    }

    /** Bounds of a value; lengths in characters, absent ones are empty or null. */
    record Limits(
            BigDecimal minimum,
            BigDecimal maximum,
            OptionalInt minLength,
            OptionalInt maxLength,
            OptionalInt minItems,
            OptionalInt maxItems,
            Optional<Pattern> pattern,
            String format) {
        static Limits of(JsonNode node) {
            return new Limits(
                    node.has("minimum") ? node.get("minimum").decimalValue() : null,
                    node.has("maximum") ? node.get("maximum").decimalValue() : null,
                    count(node, "minLength"),
                    count(node, "maxLength"),
                    count(node, "minItems"),
                    count(node, "maxItems"),
                    Optional.ofNullable(node.get("pattern")).map(p -> Pattern.compile(p.asText())),
                    node.path("format").asText());
        }

        private static OptionalInt count(JsonNode node, String name) {
            return node.has(name) ? OptionalInt.of(node.get(name).asInt()) : OptionalInt.empty();
        }
    }

    static Schema of(JsonNode node) {
        Map<String, Schema> properties = new LinkedHashMap<>();
        node.path("properties")
                .properties()
                .forEach(member -> properties.put(member.getKey(), of(member.getValue())));
        JsonNode additional = node.path("additionalProperties");
        boolean anything = additional.isBoolean() && additional.asBoolean();
        return new Schema(
                node.path("type").asText(),
                properties,
                node.path("items").isObject()
                        ? Optional.of(of(node.get("items")))
                        : Optional.empty(),
                additional.isObject() ? Optional.of(of(additional)) : Optional.empty(),
                texts(node.path("required")),
                nodes(node.path("enum")),
                Optional.ofNullable(node.get("default")),
                node.path("nullable").asBoolean(),
                anything || node.path("x-kubernetes-preserve-unknown-fields").asBoolean(),
                node.path("x-kubernetes-int-or-string").asBoolean(),
                node.path("x-kubernetes-embedded-resource").asBoolean(),
                switch (node.path("x-kubernetes-list-type").asText()) {
                    case "map" -> ListType.MAP;
                    case "set" -> ListType.SET;
                    default -> ListType.ATOMIC;
                },
                texts(node.path("x-kubernetes-list-map-keys")),
                node.path("x-kubernetes-map-type").asText().equals("atomic"),
                Limits.of(node));
    }

    /** The schema of this member, if the schema says anything about it. */
    Optional<Schema> member(String name) {
        return properties.containsKey(name) ? Optional.of(properties.get(name)) : additional;
    }

    private static List<JsonNode> nodes(JsonNode array) {
        List<JsonNode> nodes = new ArrayList<>();
        array.forEach(nodes::add);
        return nodes;
    }

    private static List<String> texts(JsonNode array) {
        return nodes(array).stream().map(JsonNode::asText).toList();
    }
}
