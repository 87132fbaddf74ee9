package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Garbage collector and namespace controller in one: what lost its last owner goes, what is in a
 * terminating namespace goes, at once instead of within a second. Runs under the store's monitor.
 */
final class Collector {
    private final Store store;
    private final Deletion deletion;
    private boolean due; // guarded by the store's monitor

    Collector(Store store, Deletion deletion) {
        this.store = store;
        this.deletion = deletion;
        store.listen(this::notice);
    }

    /** Looks until nothing more is to be collected. */
    void collect() {
        while (due) {
            due = false;
            Map<String, Store.Key> living = new HashMap<>();
            for (ObjectNode object : store.all()) {
                living.put(object.at("/metadata/uid").asText(), keyOf(object));
            }
            living.values().forEach(key -> visit(key, living));
        }
    }

    private final Map<String, String> storageByUid = new HashMap<>(); // guarded likewise

    private void notice(Change change) {
        String uid = change.object().at("/metadata/uid").asText();
        if (change.type() == Change.Type.DELETED) {
            storageByUid.remove(uid);
            due = true;
        } else {
            storageByUid.put(uid, change.key().storage());
            due |=
                    change.object().at("/metadata").has("ownerReferences")
                            || change.object().at("/metadata").has("deletionTimestamp");
        }
    }

    private Store.Key keyOf(ObjectNode object) {
        JsonNode metadata = object.get("metadata");
        return new Store.Key(
                storageByUid.get(metadata.path("uid").asText()),
                metadata.path("namespace").asText(),
                metadata.path("name").asText());
    }

    private void visit(Store.Key key, Map<String, Store.Key> living) {
        ObjectNode object = store.get(key).orElse(null);
        if (object == null) {
            return;
        }
        boolean terminating = object.at("/metadata").has("deletionTimestamp");
        if (!terminating && (ownerless(object, living) || inTerminatingNamespace(key))) {
            deletion.mark(key, "");
        } else if (terminating && key.storage().equals(Kinds.NAMESPACES)) {
            finishNamespace(key);
        } else if (terminating) {
            finish(key, object);
        }
    }

    private boolean ownerless(ObjectNode object, Map<String, Store.Key> living) {
        JsonNode owners = object.at("/metadata/ownerReferences");
        if (owners.isEmpty()) {
            return false;
        }
        String namespace = object.at("/metadata/namespace").asText();
        for (JsonNode owner : owners) {
            Store.Key key = living.get(owner.path("uid").asText());
            boolean reachable =
                    key != null
                            && store.get(key).isPresent()
                            && (key.namespace().isEmpty() || key.namespace().equals(namespace));
            if (reachable && !foreground(store.get(key).orElseThrow())) {
                return false;
            }
        }
        return true;
    }

    private static boolean foreground(ObjectNode owner) {
        return owner.at("/metadata").has("deletionTimestamp")
                && has(owner.at("/metadata/finalizers"), Deletion.FOREGROUND);
    }

    private boolean inTerminatingNamespace(Store.Key key) {
        return !key.namespace().isEmpty()
                && store.get(new Store.Key(Kinds.NAMESPACES, "", key.namespace()))
                        .map(namespace -> namespace.at("/metadata").has("deletionTimestamp"))
                        .orElse(false);
    }

    private void finishNamespace(Store.Key namespace) {
        boolean empty =
                store.all().stream()
                        .noneMatch(
                                object ->
                                        object.at("/metadata/namespace")
                                                .asText()
                                                .equals(namespace.name()));
        if (empty) {
            store.remove(namespace);
        }
    }

    /** Takes the collector's own finalizers off once their work is done. */
    private void finish(Store.Key key, ObjectNode object) {
        JsonNode finalizers = object.at("/metadata/finalizers");
        List<ObjectNode> dependents = dependents(object.at("/metadata/uid").asText());
        if (has(finalizers, Deletion.ORPHAN)) {
            dependents.forEach(dependent -> disown(dependent, object));
            release(key, object, Deletion.ORPHAN);
        } else if (has(finalizers, Deletion.FOREGROUND) && dependents.isEmpty()) {
            release(key, object, Deletion.FOREGROUND);
        }
    }

    private List<ObjectNode> dependents(String uid) {
        return store.all().stream().filter(object -> owned(object, uid)).toList();
    }

    private static boolean owned(ObjectNode object, String uid) {
        for (JsonNode owner : object.at("/metadata/ownerReferences")) {
            if (owner.path("uid").asText().equals(uid)) {
                return true;
            }
        }
        return false;
    }

    private void disown(ObjectNode dependent, ObjectNode owner) {
        ObjectNode copy = dependent.deepCopy();
        var references = copy.at("/metadata/ownerReferences").elements();
        while (references.hasNext()) {
            if (references.next().path("uid").equals(owner.at("/metadata/uid"))) {
                references.remove();
            }
        }
        store.put(keyOf(dependent), copy);
    }

    private void release(Store.Key key, ObjectNode object, String finalizer) {
        ObjectNode copy = object.deepCopy();
        var finalizers = copy.at("/metadata/finalizers").elements();
        while (finalizers.hasNext()) {
            if (finalizers.next().asText().equals(finalizer)) {
                finalizers.remove();
            }
        }
        ObjectNode stored = store.put(key, copy);
        if (Deletion.finished(stored)) {
            store.remove(key);
        }
    }

    private static boolean has(JsonNode texts, String wanted) {
        for (JsonNode text : texts) {
            if (text.asText().equals(wanted)) {
                return true;
            }
        }
        return false;
    }
}
