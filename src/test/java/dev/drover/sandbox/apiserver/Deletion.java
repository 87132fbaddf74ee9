package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** DELETE of an object or of a selection. Finalizers keep an object until somebody removes them. */
final class Deletion {
    static final String FOREGROUND = "foregroundDeletion";
    static final String ORPHAN = "orphan";

    private final Store store;
    private final Clock clock;

    Deletion(Store store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /** True for an object that was only waiting for its last finalizer. */
    static boolean finished(ObjectNode object) {
        return object.at("/metadata").has("deletionTimestamp")
                && object.at("/metadata/finalizers").isEmpty()
                && !object.path("kind").asText().equals("Namespace");
    }

    Answer delete(ApiRequest request) {
        Target target = request.target();
        ObjectNode live = store.get(target.key()).orElseThrow(() -> Failure.notFound(target));
        JsonNode options = request.body().length == 0 ? Json.object() : request.json();
        requirePreconditions(target, live, options.path("preconditions"));
        if (request.dryRun()) {
            return Answer.of(200, live);
        }
        String policy = options.path("propagationPolicy").asText();
        mark(
                target.key(),
                switch (policy.isEmpty() ? request.parameter("propagationPolicy") : policy) {
                    case "Foreground" -> FOREGROUND;
                    case "Orphan" -> ORPHAN;
                    default -> "";
                });
        return Answer.of(200, store.get(target.key()).orElseGet(() -> success(target, live)));
    }

    Answer deleteAll(ApiRequest request, List<ObjectNode> selected) {
        Target target = request.target();
        for (ObjectNode object : selected) {
            String namespace = object.at("/metadata/namespace").asText();
            String name = object.at("/metadata/name").asText();
            mark(new Store.Key(target.kind().storage(), namespace, name), "");
        }
        return Answer.of(200, Json.object().put("kind", "Status").put("status", "Success"));
    }

    /** Removes the object, or marks it as terminating if it has finalizers (or gets one here). */
    void mark(Store.Key key, String extraFinalizer) {
        ObjectNode live = store.get(key).orElseThrow();
        ObjectNode metadata = (ObjectNode) live.get("metadata");
        boolean namespace = key.storage().equals(Kinds.NAMESPACES);
        boolean stays =
                namespace || !metadata.path("finalizers").isEmpty() || !extraFinalizer.isEmpty();
        if (!stays) {
            store.remove(key);
        } else if (!metadata.has("deletionTimestamp")) {
            ObjectNode terminating = live.deepCopy();
            ObjectNode marked = (ObjectNode) terminating.get("metadata");
            marked.put(
                    "deletionTimestamp",
                    clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
            marked.put("deletionGracePeriodSeconds", 0);
            if (marked.has("generation")) {
                marked.put("generation", marked.get("generation").asLong() + 1);
            }
            if (!extraFinalizer.isEmpty()) {
                marked.withArray("finalizers").add(extraFinalizer);
            }
            if (namespace) {
                terminating.withObject("/status").put("phase", "Terminating");
            }
            store.put(key, terminating);
        }
    }

    private static void requirePreconditions(Target target, ObjectNode live, JsonNode wanted) {
        String uid = wanted.path("uid").asText();
        String liveUid = live.at("/metadata/uid").asText();
        if (!uid.isEmpty() && !uid.equals(liveUid)) {
            throw Failure.preconditionFailed(
                    target,
                    "the UID in the precondition (%s) does not match the UID in record (%s). The object might have been deleted and then recreated"
                            .formatted(uid, liveUid));
        }
        String version = wanted.path("resourceVersion").asText();
        String liveVersion = live.at("/metadata/resourceVersion").asText();
        if (!version.isEmpty() && !version.equals(liveVersion)) {
            throw Failure.preconditionFailed(
                    target,
                    "the ResourceVersion in the precondition (%s) does not match the ResourceVersion in record (%s). The object might have been modified"
                            .formatted(version, liveVersion));
        }
    }

    private static ObjectNode success(Target target, ObjectNode deleted) {
        ObjectNode status = Json.object().put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        status.put("status", "Success");
        ObjectNode details = target.details();
        details.put("uid", deleted.at("/metadata/uid").asText());
        status.set("details", details);
        return status;
    }
}
