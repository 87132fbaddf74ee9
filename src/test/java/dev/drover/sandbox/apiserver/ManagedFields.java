package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.Set;

/**
 * Who set which field last. A write moves every field that it changed to its manager; atomic lists
 * move as a whole. Keyed lists are treated as atomic too, which the real server does not do.
 */
final class ManagedFields {
    private static final Set<String> SERVERS_OWN =
            Set.of(
                    "/apiVersion",
                    "/kind",
                    "/metadata/name",
                    "/metadata/namespace",
                    "/metadata/uid",
                    "/metadata/generation",
                    "/metadata/resourceVersion",
                    "/metadata/creationTimestamp",
                    "/metadata/deletionTimestamp",
                    "/metadata/deletionGracePeriodSeconds",
                    "/metadata/managedFields");

    private ManagedFields() {}

    /** Records in {@code now} what {@code manager} changed since {@code before} (null: all). */
    static void record(
            ObjectNode now, ObjectNode before, ApiRequest request, Target target, String time) {
        ObjectNode changed = Json.object();
        changes(now, before, target.version().schema(), "", changed);
        if (changed.isEmpty()) {
            return;
        }
        ArrayNode entries = Json.array();
        String manager = request.manager();
        for (JsonNode entry : now.at("/metadata/managedFields")) {
            ObjectNode kept = entry.deepCopy();
            ObjectNode fields = (ObjectNode) kept.get("fieldsV1");
            if (sameWriter(kept, manager, target)) {
                add(changed, fields);
            } else {
                subtract(fields, changed);
                if (!fields.isEmpty()) {
                    entries.add(kept);
                }
            }
        }
        ObjectNode own = entries.addObject();
        own.put("manager", manager).put("operation", "Update");
        own.put("apiVersion", target.apiVersion()).put("time", time);
        own.put("fieldsType", "FieldsV1");
        own.set("fieldsV1", changed);
        if (target.status()) {
            own.put("subresource", "status");
        }
        now.withObject("/metadata").set("managedFields", entries);
    }

    private static boolean sameWriter(ObjectNode entry, String manager, Target target) {
        return entry.path("manager").asText().equals(manager)
                && entry.path("operation").asText().equals("Update")
                && entry.path("subresource").asText().equals(target.subresource());
    }

    private static void changes(
            ObjectNode now,
            JsonNode before,
            Optional<Schema> schema,
            String path,
            ObjectNode changed) {
        now.properties()
                .forEach(
                        member -> {
                            String name = member.getKey();
                            String inner = path + "/" + name;
                            JsonNode old = before == null ? null : before.get(name);
                            if (SERVERS_OWN.contains(inner) || member.getValue().equals(old)) {
                                return;
                            }
                            ObjectNode mark = Json.object();
                            Optional<Schema> known = schema.flatMap(s -> s.member(name));
                            boolean atomic = known.map(Schema::atomicMap).orElse(false);
                            if (member.getValue() instanceof ObjectNode object && !atomic) {
                                if (old == null && !object.isEmpty()) {
                                    mark.putObject(".");
                                }
                                changes(object, old, known, inner, mark);
                                if (mark.isEmpty() && !object.isEmpty()) {
                                    return;
                                }
                            }
                            changed.set("f:" + name, mark);
                        });
    }

    private static void add(ObjectNode into, ObjectNode more) {
        more.properties()
                .forEach(
                        member -> {
                            JsonNode there = into.get(member.getKey());
                            if (there instanceof ObjectNode object) {
                                add(object, (ObjectNode) member.getValue());
                            } else {
                                into.set(member.getKey(), member.getValue().deepCopy());
                            }
                        });
    }

    private static void subtract(ObjectNode from, ObjectNode taken) {
        taken.properties()
                .forEach(
                        member -> {
                            if (from.get(member.getKey()) instanceof ObjectNode inner) {
                                subtract(inner, (ObjectNode) member.getValue());
                                if (inner.isEmpty() || !holdsFields(inner)) {
                                    from.remove(member.getKey());
                                }
                            }
                        });
    }

    private static boolean holdsFields(ObjectNode fields) {
        return fields.size() > 1 || !fields.has(".");
    }
}
