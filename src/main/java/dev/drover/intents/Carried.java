package dev.drover.intents;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.kubernetes.ObjectKey;
import java.util.HashMap;
import java.util.Map;

/**
 * What one list of intents carries from write to write: the answers by name, and for each object
 * the resourceVersion that the last answer showed. All intents of a list were decided on one
 * snapshot; without this the second write to an object would fail on the version that the first one
 * ended. Used by one exchange, so by one thread at a time.
 */
final class Carried {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String VERSION_POINTER = "/metadata/resourceVersion";

    private final Map<String, Object> answers = new HashMap<>();
    private final Map<Written, String> versions = new HashMap<>();

    private record Written(String resource, ObjectKey target) {}

    /** The intent's document as it must be sent now. */
    JsonNode prepare(Intent intent, JsonNode document) {
        JsonNode resolved = ResultReference.resolve(document, this::answer);
        String version = versions.get(new Written(intent.resource(), intent.target()));
        return version == null || resolved == null
                ? resolved
                : withVersion(intent, resolved, version);
    }

    /** The text, with what earlier answers of this list said where it refers to them. */
    String resolve(String text) {
        return ResultReference.resolve(text, this::answer);
    }

    /** Version the object had after the last write of this list, or null. */
    String version(Intent intent) {
        return versions.get(new Written(intent.resource(), intent.target()));
    }

    void answered(Intent intent, Object answer, String resourceVersion) {
        answers.put(intent.name(), answer);
        if (resourceVersion != null) {
            versions.put(new Written(intent.resource(), intent.target()), resourceVersion);
        }
    }

    private JsonNode answer(String intent) {
        Object answer = answers.get(intent);
        return answer == null ? null : JSON.valueToTree(answer);
    }

    private static JsonNode withVersion(Intent intent, JsonNode document, String version) {
        if (intent instanceof Intent.MergePatch) {
            if (document.at(VERSION_POINTER).isMissingNode()) {
                return document;
            }
            ObjectNode copy = document.deepCopy();
            ((ObjectNode) copy.get("metadata")).put("resourceVersion", version);
            return copy;
        }
        if (intent instanceof Intent.JsonPatch) {
            JsonNode copy = document.deepCopy();
            for (JsonNode operation : copy) {
                if (VERSION_POINTER.equals(operation.path("path").asText())) {
                    ((ObjectNode) operation).put("value", version);
                }
            }
            return copy;
        }
        return document;
    }
}
