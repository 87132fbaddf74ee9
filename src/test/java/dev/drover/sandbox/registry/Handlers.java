package dev.drover.sandbox.registry;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the calls of the API do, one method for each that is not alike for all kinds. */
final class Handlers {
    private static final List<String> PARENTS =
            List.of("name", "registeredModelId", "servingEnvironmentId");

    private final Store store;
    private final Entities entities;
    private final RowLocks locks;

    Handlers(Store store, RowLocks locks) {
        this.store = store;
        this.entities = new Entities(store);
        this.locks = locks;
    }

    Entities entities() {
        return entities;
    }

    Reply createModel(ApiRequest request) {
        GoStruct body = entities.createBody(Kind.MODEL, request.body());
        Entity stored = store.insert(entities.made(Kind.MODEL, body, 0));
        try {
            return Reply.json(201, stored.shown());
        } catch (Refused unreadable) {
            // only here it is an internal error
            throw new Refused(500, unreadable.getMessage().replace(": bad request", ""));
        }
    }

    Reply createVersion(ApiRequest request) {
        GoStruct body = entities.createBody(Kind.VERSION, request.body());
        int model = property(body, "registeredModelId");
        return created(entities.made(Kind.VERSION, body, model));
    }

    Reply createEnvironment(ApiRequest request) {
        GoStruct body = entities.createBody(Kind.ENVIRONMENT, request.body());
        return created(entities.made(Kind.ENVIRONMENT, body, 0));
    }

    /** The environment in the path wins over the one in the body, which must be there. */
    Reply createRecord(ApiRequest request) {
        GoStruct body = entities.createBody(Kind.RECORD, request.body());
        String environment =
                request.segments().size() > 1
                        ? request.idText()
                        : body.text("servingEnvironmentId");
        int parent = environment(environment);
        int model = property(body, "registeredModelId");
        Entity made = withVersion(entities.made(Kind.RECORD, body, parent), body);
        Map<String, String> fields = new HashMap<>(made.fields());
        fields.put("registeredModelId", String.valueOf(model));
        return created(with(made, fields));
    }

    private int environment(String id) {
        try {
            Entity environment = entities.found(Kind.ENVIRONMENT, GoNumbers.int32(id), id);
            environment.shown(); // one that cannot be read is not found
            return environment.id();
        } catch (IllegalArgumentException | Refused e) {
            throw Refused.notFound("no serving environment found for id " + id);
        }
    }

    private Entity withVersion(Entity record, GoStruct body) {
        if (body.text("modelVersionId") == null) {
            return record;
        }
        Map<String, String> fields = new HashMap<>(record.fields());
        fields.put("modelVersionId", String.valueOf(property(body, "modelVersionId")));
        return with(record, fields);
    }

    private static Entity with(Entity entity, Map<String, String> fields) {
        return new Entity(
                entity.kind(),
                entity.id(),
                entity.parent(),
                entity.name(),
                fields,
                entity.lists(),
                entity.properties(),
                entity.created(),
                entity.updated());
    }

    private static int property(GoStruct body, String field) {
        return ApiRequest.number(
                "error setting field Properties: invalid numeric string: ", body.text(field));
    }

    /** Reads the row, changes it, writes back all of it. */
    Reply update(Kind kind, ApiRequest request) {
        int id = request.id(kind.singular);
        GoStruct body = entities.updateBody(kind, request.body());
        Entity before = entities.found(kind, id, request.idText());
        before.shown(); // what cannot be read cannot be changed
        Entity changed = entities.changed(before, body, PARENTS);
        Entity after = kind == Kind.RECORD ? withVersion(changed, body) : changed;
        if (locks.locked(id)) {
            throw new Waiting(() -> Reply.json(200, store.update(after).shown()));
        }
        return Reply.json(200, store.update(after).shown());
    }

    Reply modelOf(ApiRequest request) {
        Entity record = recordOf(request);
        int model = Integer.parseInt(record.fields().get("registeredModelId"));
        return Reply.json(
                200,
                store.get(Kind.MODEL, model)
                        .orElseThrow(
                                () ->
                                        new Refused(
                                                500,
                                                "registered model by id not found: record not"
                                                        + " found"))
                        .shown());
    }

    /** The stored version; without one the newest of the model. */
    Reply versionOf(ApiRequest request) {
        Entity record = recordOf(request);
        String version = record.fields().getOrDefault("modelVersionId", "0");
        if (!version.equals("0")) {
            return Reply.json(
                    200, entities.found(Kind.VERSION, Integer.parseInt(version), version).shown());
        }
        int model = Integer.parseInt(record.fields().get("registeredModelId"));
        return Reply.json(
                200,
                store.list(Kind.VERSION, it -> it.parent() == model).stream()
                        .max(Comparator.comparingLong(Entity::created))
                        .orElseThrow(
                                () ->
                                        Refused.notFound(
                                                "no model versions found for id "
                                                        + request.idText()))
                        .shown());
    }

    private Entity recordOf(ApiRequest request) {
        return store.get(Kind.RECORD, request.id("inference service"))
                .orElseThrow(
                        () ->
                                Refused.notFound(
                                        "no inference service found for id " + request.idText()));
    }

    Reply addServe(ApiRequest request) {
        int record = request.id("inference service");
        GoStruct body = entities.createBody(Kind.SERVE, request.body());
        String version = body.text("modelVersionId");
        Entity deployed =
                entities.found(
                        Kind.VERSION,
                        ApiRequest.number("invalid model version ID: ", version),
                        version);
        refuseGated(deployed);
        entities.found(Kind.RECORD, record, request.idText());
        try {
            return created(entities.made(Kind.SERVE, body, record));
        } catch (Refused conflict) {
            if (body.text("name") == null && conflict.reply().status() == 409) {
                throw new Dropped();
            }
            throw conflict;
        }
    }

    private static void refuseGated(Entity version) {
        String gated = property(version, "hf_gated");
        if (gated != null && !gated.equals("false")) {
            throw Refused.badRequest(
                    "cannot deploy gated HuggingFace model: authentication not yet supported (model"
                            + " requires approval or authentication): bad request");
        }
        if ("true".equals(property(version, "hf_private"))) {
            throw Refused.badRequest(
                    "cannot deploy private HuggingFace model: authentication not yet supported: bad"
                            + " request");
        }
    }

    private static String property(Entity entity, String key) {
        StoredProperty property = entity.properties().get(key);
        return property == null ? null : property.value().asText();
    }

    Reply createArtifact(ApiRequest request) {
        GoStruct body = entities.createBody(Kind.ARTIFACT, request.body());
        boolean ofVersion = request.segments().size() > 1;
        if (ofVersion && body.text("artifactType") == null) {
            throw Refused.badRequest(
                    "invalid artifact type, must be either ModelArtifact, DocArtifact, DataSet,"
                            + " Metric, or Parameter: bad request");
        }
        int version = ofVersion ? request.id("model version") : 0;
        Entity made = entities.made(Kind.ARTIFACT, body, version);
        Map<String, String> fields = new HashMap<>(made.fields());
        fields.putIfAbsent("artifactType", "model-artifact");
        return created(with(made, fields));
    }

    private Reply created(Entity entity) {
        JsonNode shown = store.insert(entity).shown(); // stored even if it cannot be shown
        return Reply.json(201, shown);
    }
}
