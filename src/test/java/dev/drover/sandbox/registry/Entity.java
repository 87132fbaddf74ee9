package dev.drover.sandbox.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.TreeMap;

/**
 * One row. Used by the server's thread only.
 *
 * @param parent id of what it belongs to (model of a version, environment of a record, record of a
 *     serve action, version of an artifact); 0 for none
 * @param name as it is shown
 * @param fields text fields and states, by their JSON names
 * @param lists list fields
 * @param properties as they were written
 */
record Entity(
        Kind kind,
        int id,
        int parent,
        String name,
        Map<String, String> fields,
        Map<String, JsonNode> lists,
        Map<String, StoredProperty> properties,
        long created,
        long updated) {

    Entity {
        fields = new TreeMap<>(fields);
        lists = new TreeMap<>(lists);
        properties = new TreeMap<>(properties);
    }

    /** Name under which it is unique. */
    String storedName() {
        if (kind == Kind.RECORD || kind == Kind.SERVE) {
            return name.isEmpty() ? emptyName() : parent + ":" + name;
        }
        return kind == Kind.VERSION ? parent + ":" + name : name;
    }

    private String emptyName() {
        return String.valueOf(parent);
    }

    /** Name in messages about a conflict. */
    String conflictName() {
        return kind == Kind.RECORD ? storedName() : name;
    }

    String externalId() {
        return fields.get("externalId");
    }

    Entity at(long now) {
        return new Entity(kind, id, parent, name, fields, lists, properties, created, now);
    }

    Entity numbered(int number, long now) {
        return new Entity(kind, number, parent, name, fields, lists, properties, now, now);
    }

    /**
     * As the API shows it.
     *
     * @throws Refused when a stored property cannot be read back
     */
    ObjectNode shown() {
        ObjectNode shown = JsonNodeFactory.instance.objectNode();
        shown.put("id", String.valueOf(id));
        shown.put("name", kind == Kind.RECORD && name.isEmpty() ? emptyName() : name);
        fields.forEach(shown::put);
        lists.forEach(shown::set);
        shown.put("createTimeSinceEpoch", String.valueOf(created));
        shown.put("lastUpdateTimeSinceEpoch", String.valueOf(updated));
        ObjectNode custom = shown.putObject("customProperties");
        properties.forEach((key, value) -> value.show(custom, key));
        if (kind == Kind.RECORD) {
            shown.put("servingEnvironmentId", String.valueOf(parent));
        } else if (kind == Kind.VERSION) {
            shown.put("registeredModelId", String.valueOf(parent));
        }
        return shown;
    }
}
