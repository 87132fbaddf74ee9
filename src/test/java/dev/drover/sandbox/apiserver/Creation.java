package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** POST to a collection. */
final class Creation {
    /** Without vowels, so that no word comes out; as the real server does. */
    private static final String SUFFIX_LETTERS = "bcdfghjklmnpqrstvwxz2456789";

    private static final int SUFFIX_LENGTH = 5;

    private final Store store;
    private final Clock clock;

    Creation(Store store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    Answer create(ApiRequest request) {
        ObjectNode object = request.object();
        Identity.require(object, request.target());
        MetadataRules.requireTexts(object);
        EventForms.toCore(object, request.target().kind().group());
        ObjectNode metadata = object.withObject("/metadata");
        Target target = request.target().named(name(metadata, request.target()));
        requireNamespace(target);
        if (target.version().statusSubresource() && target.kind().custom()) {
            object.remove("status");
        }
        List<String> warnings = Preparation.shape(request, object);
        ObjectNode fresh = (ObjectNode) Json.normalized(object);
        stamp(fresh, target);
        BuiltInDefaults.fill(target, fresh);
        Preparation.validate(target, fresh, null);
        if (store.get(target.key()).isPresent()) {
            throw Failure.alreadyExists(target);
        }
        ManagedFields.record(fresh, null, request, target, now());
        ObjectNode stored = request.dryRun() ? fresh : store.put(target.key(), fresh);
        return Answer.of(201, Versions.read(stored, target)).with(warnings);
    }

    private String name(ObjectNode metadata, Target target) {
        String name = metadata.path("name").asText();
        String base = metadata.path("generateName").asText();
        if (name.isEmpty() && base.isEmpty()) {
            FieldError error =
                    FieldError.required("metadata.name", "name or generateName is required");
            throw Failure.invalid(target, List.of(error));
        }
        if (name.isEmpty()) {
            name = base + suffix();
            metadata.put("name", name);
        }
        return name;
    }

    private static String suffix() {
        StringBuilder suffix = new StringBuilder();
        for (int i = 0; i < SUFFIX_LENGTH; i++) {
            int letter = ThreadLocalRandom.current().nextInt(SUFFIX_LETTERS.length());
            suffix.append(SUFFIX_LETTERS.charAt(letter));
        }
        return suffix.toString();
    }

    private void requireNamespace(Target target) {
        if (!target.kind().namespaced()) {
            return;
        }
        Store.Key key = new Store.Key(Kinds.NAMESPACES, "", target.namespace());
        ObjectNode namespace =
                store.get(key).orElseThrow(() -> Failure.notFound(Namespaces.target(target)));
        if (namespace.at("/metadata").has("deletionTimestamp")) {
            throw Failure.namespaceTerminating(target);
        }
    }

    private void stamp(ObjectNode object, Target target) {
        JsonNode given = object.get("metadata").deepCopy();
        ObjectNode metadata = object.putObject("metadata");
        for (String kept :
                List.of(
                        "name",
                        "generateName",
                        "labels",
                        "annotations",
                        "finalizers",
                        "ownerReferences")) {
            if (given.hasNonNull(kept)) {
                metadata.set(kept, given.get(kept));
            }
        }
        if (target.kind().namespaced()) {
            metadata.put("namespace", target.namespace());
        }
        metadata.put("uid", UUID.randomUUID().toString()).put("creationTimestamp", now());
        if (target.kind().countsGenerations()) {
            metadata.put("generation", 1);
        }
    }

    private String now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
