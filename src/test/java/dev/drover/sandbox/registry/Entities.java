package dev.drover.sandbox.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;

/** What the server does alike for every kind: read, find, list, make and change. */
final class Entities {
    private final Store store;

    Entities(Store store) {
        this.store = store;
    }

    Entity byId(Kind kind, ApiRequest request) {
        int id = request.id(kind.singular);
        return found(kind, id, request.idText());
    }

    Entity found(Kind kind, int id, String shownId) {
        return store.get(kind, id)
                .orElseThrow(
                        () ->
                                Refused.notFound(
                                        "no %s found for id %s".formatted(kind.named, shownId)));
    }

    Reply get(Kind kind, ApiRequest request) {
        return Reply.json(200, byId(kind, request).shown());
    }

    Reply list(Kind kind, ApiRequest request, Predicate<Entity> filter) {
        Pages pages = Pages.of(kind, request.query(), request.strict());
        return Reply.json(200, pages.of(store.list(kind, filter)));
    }

    /** By name, which is a pattern, or by external id, which is exact; the name wins. */
    Reply find(Kind kind, Query query) {
        String name = query.get("name");
        String externalId = query.get("externalId");
        String parent = query.get("parentResourceId");
        boolean child = kind == Kind.RECORD || kind == Kind.VERSION;
        if (externalId.isEmpty() && (name.isEmpty() || (child && parent.isEmpty()))) {
            throw Refused.badRequest(
                    "invalid parameters call, supply either "
                            + (child ? "(name and parentResourceId), or" : "name or")
                            + " externalId: bad request");
        }
        Integer parentId =
                parent.isEmpty() ? null : ApiRequest.number("invalid parent resource ID: ", parent);
        Predicate<String> like = Like.pattern(pattern(child, parentId, name));
        Predicate<Entity> named =
                name.isEmpty()
                        ? it -> externalId.equals(it.externalId())
                        : it -> like.test(it.storedName());
        List<Entity> hits =
                store.list(kind, named.and(it -> parentId == null || it.parent() == parentId));
        if (hits.size() == 1) {
            return Reply.json(200, hits.get(0).shown());
        }
        boolean several = !hits.isEmpty();
        throw Refused.notFound(
                "%s %s found for name=%s, %sexternalId=%s"
                        .formatted(
                                several ? "multiple" : "no",
                                several || kind == Kind.MODEL ? kind.plural : kind.singular,
                                name,
                                child ? "parentResourceId=" + parent + ", " : "",
                                externalId));
    }

    private static String pattern(boolean child, Integer parentId, String name) {
        if (!child) {
            return name;
        }
        return (parentId == null ? "%" : parentId) + ":" + name;
    }

    GoStruct createBody(Kind kind, byte[] body) {
        GoStruct fields = GoStruct.read(body, kind.type + "Create", kind.createFields());
        checkState(kind, fields);
        for (String required : kind.required) {
            String value = fields.text(required);
            if (value == null || value.isEmpty()) {
                throw new Refused(422, "required field '" + required + "' is zero value.");
            }
        }
        return fields;
    }

    Entity made(Kind kind, GoStruct body, int parent) {
        String name = body.text("name");
        return changed(
                new Entity(
                        kind,
                        0,
                        parent,
                        name == null ? UUID.randomUUID().toString() : name,
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        0,
                        0),
                body,
                List.of("name", "registeredModelId", "servingEnvironmentId"));
    }

    GoStruct updateBody(Kind kind, byte[] body) {
        GoStruct fields = GoStruct.read(body, kind.type + "Update", kind.updateFields());
        checkState(kind, fields);
        return fields;
    }

    /** An absent state is the default one, in a change too; an explicit null leaves it alone. */
    Entity changed(Entity entity, GoStruct body, List<String> elsewhere) {
        Kind kind = entity.kind();
        Map<String, String> fields = new HashMap<>(entity.fields());
        Map<String, JsonNode> lists = new HashMap<>(entity.lists());
        if (!kind.stateField.isEmpty() && !body.has(kind.stateField)) {
            fields.put(kind.stateField, kind.defaultState);
        }
        body.fields()
                .forEach(
                        (field, value) -> {
                            if (value.isArray()) {
                                lists.put(field, value);
                            } else if (value.isTextual() && !elsewhere.contains(field)) {
                                fields.put(field, value.asText());
                            }
                        });
        return new Entity(
                kind,
                entity.id(),
                entity.parent(),
                entity.name(),
                fields,
                lists,
                properties(entity, body.fields().get("customProperties")),
                entity.created(),
                entity.updated());
    }

    private static Map<String, StoredProperty> properties(Entity entity, JsonNode written) {
        if (written == null || written.isNull()) {
            entity.properties().forEach((key, value) -> value.echoed(key));
            return entity.properties();
        }
        Map<String, StoredProperty> properties = new TreeMap<>();
        for (Map.Entry<String, JsonNode> member : ((ObjectNode) written).properties()) {
            properties.put(
                    member.getKey(), StoredProperty.read(member.getKey(), member.getValue()));
        }
        return properties;
    }

    /** The kind's words for a state; the empty text is one of those that are not. */
    private static void checkState(Kind kind, GoStruct body) {
        if (kind.stateField.isEmpty() || body.text(kind.stateField) == null) {
            return;
        }
        String state = body.text(kind.stateField);
        if (!kind.states().contains(state)) {
            throw Refused.badRequest(state + " is not a valid " + kind.stateType());
        }
    }
}
