package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** PUT and PATCH of an object or its status. */
final class Update {
    /** Set by the server alone; what a client sends for these is ignored. */
    private static final List<String> SERVERS_OWN =
            List.of(
                    "creationTimestamp",
                    "deletionTimestamp",
                    "deletionGracePeriodSeconds",
                    "generation",
                    "generateName",
                    "managedFields");

    private final Store store;
    private final Clock clock;

    Update(Store store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    Answer put(ApiRequest request) {
        Target target = request.target();
        ObjectNode object = request.object();
        Identity.require(object, target);
        ObjectNode live = live(target);
        if (object.at("/metadata/resourceVersion").asText().isEmpty() && target.kind().custom()) {
            FieldError error =
                    FieldError.invalid(
                            "metadata.resourceVersion", "0", "must be specified for an update");
            throw Failure.invalid(target, List.of(error));
        }
        return store(request, live, object);
    }

    Answer patch(ApiRequest request) {
        Target target = request.target();
        ObjectNode live = live(target);
        JsonNode patched =
                switch (request.contentType()) {
                    case "application/json-patch+json" -> JsonPatch.apply(request.json(), live);
                    case "application/merge-patch+json" ->
                            MergePatch.apply(mergePatch(request), live);
                    default ->
                            throw Failure.unsupportedMediaType(
                                    "application/json-patch+json, application/merge-patch+json,"
                                            + " application/apply-patch+yaml");
                };
        if (!(patched instanceof ObjectNode object)) {
            throw Failure.patchRejected();
        }
        Identity.require(object, target);
        return store(request, live, object);
    }

    private static JsonNode mergePatch(ApiRequest request) {
        JsonNode patch = request.json();
        if (!patch.isObject()) {
            throw Failure.badRequest("error decoding patch: a merge patch must be an object");
        }
        return patch;
    }

    private ObjectNode live(Target target) {
        return store.get(target.key())
                .map(stored -> Versions.read(stored, target))
                .orElseThrow(() -> Failure.notFound(target));
    }

    private Answer store(ApiRequest request, ObjectNode live, ObjectNode wanted) {
        Target target = request.target();
        MetadataRules.requireTexts(wanted);
        requireSameObject(target, live, wanted);
        List<String> warnings = Preparation.shape(request, wanted);
        ObjectNode next = (ObjectNode) Json.normalized(wanted);
        keepWhatIsNotWritten(target, live, next);
        Preparation.validate(target, next, live);
        requireNoNewFinalizer(target, live, next);
        if (next.equals(live)) {
            return Answer.of(200, live).with(warnings);
        }
        if (target.kind().countsGenerations() && !target.status() && desires(live, next)) {
            ObjectNode metadata = (ObjectNode) next.get("metadata");
            metadata.put("generation", live.at("/metadata/generation").asLong() + 1);
        }
        String now = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
        ManagedFields.record(next, live, request, target, now);
        if (request.dryRun()) {
            return Answer.of(200, next).with(warnings);
        }
        EventForms.toCore(next, target.kind().group());
        ObjectNode stored = store.put(target.key(), next);
        if (Deletion.finished(stored)) {
            store.remove(target.key());
        }
        return Answer.of(200, Versions.read(stored, target)).with(warnings);
    }

    private static void requireSameObject(Target target, ObjectNode live, ObjectNode wanted) {
        String version = wanted.at("/metadata/resourceVersion").asText();
        if (!version.isEmpty() && !version.equals(live.at("/metadata/resourceVersion").asText())) {
            throw Failure.modified(target);
        }
        String uid = wanted.at("/metadata/uid").asText();
        if (!uid.isEmpty() && !uid.equals(live.at("/metadata/uid").asText())) {
            FieldError error =
                    FieldError.invalid("metadata.uid", '"' + uid + '"', "field is immutable");
            throw Failure.invalid(target, List.of(error));
        }
    }

    /** The main resource leaves the status alone, the status everything else. */
    private static void keepWhatIsNotWritten(Target target, ObjectNode live, ObjectNode next) {
        if (target.status()) {
            JsonNode status = next.get("status");
            next.removeAll();
            next.setAll(live.deepCopy());
            next.remove("status");
            if (status != null) {
                next.set("status", status);
            }
        } else if (target.version().statusSubresource()) {
            next.remove("status");
            if (live.has("status")) {
                next.set("status", live.get("status").deepCopy());
            }
        }
        ObjectNode metadata = next.withObject("/metadata");
        metadata.put("uid", live.at("/metadata/uid").asText());
        metadata.put("resourceVersion", live.at("/metadata/resourceVersion").asText());
        for (String member : SERVERS_OWN) {
            metadata.remove(member);
            if (live.get("metadata").has(member)) {
                metadata.set(member, live.get("metadata").get(member).deepCopy());
            }
        }
        dropEmpty(metadata);
    }

    /** An emptied map or list of the metadata is not stored at all. */
    private static void dropEmpty(ObjectNode metadata) {
        for (String member : List.of("labels", "annotations", "finalizers", "ownerReferences")) {
            JsonNode value = metadata.get(member);
            if (value != null && value.isEmpty()) {
                metadata.remove(member);
            }
        }
    }

    private static void requireNoNewFinalizer(Target target, ObjectNode live, ObjectNode next) {
        if (!live.get("metadata").has("deletionTimestamp")) {
            return;
        }
        List<String> fresh = new ArrayList<>();
        next.at("/metadata/finalizers").forEach(finalizer -> fresh.add(finalizer.asText()));
        live.at("/metadata/finalizers").forEach(finalizer -> fresh.remove(finalizer.asText()));
        if (!fresh.isEmpty()) {
            String why =
                    "no new finalizers can be added if the object is being deleted, found new"
                            + " finalizers []string{\"%s\"}"
                                    .formatted(String.join("\", \"", fresh));
            throw Failure.invalid(
                    target, List.of(FieldError.forbidden("metadata.finalizers", why)));
        }
    }

    /** True if anything but metadata and status changed. */
    private static boolean desires(ObjectNode live, ObjectNode next) {
        return !withoutBookkeeping(live).equals(withoutBookkeeping(next));
    }

    private static ObjectNode withoutBookkeeping(ObjectNode object) {
        ObjectNode copy = Json.object();
        copy.setAll(object);
        return copy.remove(List.of("metadata", "status"));
    }
}
