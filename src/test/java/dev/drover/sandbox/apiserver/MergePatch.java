package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** RFC 7386: members are merged, null removes, everything else (lists too) replaces. */
final class MergePatch {
    private MergePatch() {}

    /** The patched copy; {@code object} stays as it is. */
    static JsonNode apply(JsonNode patch, JsonNode object) {
        if (!(patch instanceof ObjectNode changes)) {
            return patch.deepCopy();
        }
        ObjectNode merged =
                object instanceof ObjectNode existing ? existing.deepCopy() : Json.object();
        changes.properties()
                .forEach(
                        change -> {
                            String name = change.getKey();
                            if (change.getValue().isNull()) {
                                merged.remove(name);
                            } else {
                                merged.set(name, apply(change.getValue(), merged.get(name)));
                            }
                        });
        return merged;
    }
}
