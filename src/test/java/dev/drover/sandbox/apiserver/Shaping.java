package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What happens to a custom object before it is validated: unknown members go, defaults come. */
final class Shaping {
    private static final Set<String> TYPE_AND_METADATA = Set.of("apiVersion", "kind", "metadata");

    private Shaping() {}

    /**
     * Removes what the schema does not know and returns the paths of it, as warnings print them.
     */
    static List<String> prune(ObjectNode object, Schema schema) {
        List<String> unknown = new ArrayList<>();
        prune(object, schema, "", true, unknown);
        return unknown;
    }

    /** Fills defaults; a null that the schema does not allow counts as absent where one exists. */
    static void fillDefaults(JsonNode value, Schema schema) {
        if (value instanceof ObjectNode object) {
            schema.properties().forEach((name, member) -> fillDefault(object, name, member));
            object.properties()
                    .forEach(
                            entry ->
                                    schema.member(entry.getKey())
                                            .ifPresent(m -> fillDefaults(entry.getValue(), m)));
        } else if (value instanceof ArrayNode array) {
            schema.items().ifPresent(items -> array.forEach(item -> fillDefaults(item, items)));
        }
    }

    private static void fillDefault(ObjectNode object, String name, Schema member) {
        JsonNode now = object.get(name);
        boolean absent = now == null || (now.isNull() && !member.nullable());
        if (absent && member.defaultValue().isPresent()) {
            object.set(name, member.defaultValue().get().deepCopy());
        }
    }

    private static void prune(
            JsonNode value, Schema schema, String path, boolean resource, List<String> unknown) {
        if (value instanceof ObjectNode object) {
            for (String name : names(object)) {
                if (resource && TYPE_AND_METADATA.contains(name)) {
                    continue;
                }
                String inner = path.isEmpty() ? name : path + "." + name;
                var member = schema.member(name);
                if (member.isPresent()) {
                    Schema known = member.get();
                    prune(object.get(name), known, inner, known.embedsResource(), unknown);
                } else if (!schema.keepsUnknown()) {
                    object.remove(name);
                    unknown.add(inner);
                }
            }
        } else if (value instanceof ArrayNode array && schema.items().isPresent()) {
            Schema items = schema.items().get();
            for (int i = 0; i < array.size(); i++) {
                String inner = path + "[" + i + "]";
                prune(array.get(i), items, inner, items.embedsResource(), unknown);
            }
        }
    }

    private static List<String> names(ObjectNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
