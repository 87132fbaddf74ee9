package dev.drover.intents;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.function.Function;

/**
 * A place in an intent's document that is filled with a part of the answer to an earlier intent of
 * the same list, for example the generation that {@code PatchSpec} led to, which the decision could
 * not know yet.
 */
public final class ResultReference {
    private static final String INTENT = "drover.dev/result-of";
    private static final String POINTER = "pointer";

    private ResultReference() {}

    /**
     * The node to put into a document.
     *
     * @param intent name of the earlier intent
     * @param pointer JSON Pointer into its answer, for example {@code /metadata/generation}
     */
    public static ObjectNode to(String intent, String pointer) {
        return JsonNodeFactory.instance.objectNode().put(INTENT, intent).put(POINTER, pointer);
    }

    /**
     * The document with every reference replaced; the document itself when it holds none.
     *
     * @throws IllegalStateException when the intent has no answer yet, or the answer no such part
     */
    static JsonNode resolve(JsonNode document, Function<String, JsonNode> answers) {
        if (!present(document)) {
            return document;
        }
        return replace(document.deepCopy(), answers);
    }

    private static boolean present(JsonNode node) {
        return node != null && !node.findValues(INTENT).isEmpty();
    }

    private static JsonNode replace(JsonNode node, Function<String, JsonNode> answers) {
        if (node instanceof ObjectNode object) {
            if (object.has(INTENT)) {
                return part(object.get(INTENT).asText(), object.get(POINTER).asText(), answers);
            }
            for (Map.Entry<String, JsonNode> property : object.properties()) {
                property.setValue(replace(property.getValue(), answers));
            }
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                array.set(i, replace(array.get(i), answers));
            }
        }
        return node;
    }

    private static JsonNode part(
            String intent, String pointer, Function<String, JsonNode> answers) {
        JsonNode answer = answers.apply(intent);
        if (answer == null) {
            throw new IllegalStateException(
                    "the list refers to the result of " + intent + ", which has none yet");
        }
        JsonNode part = answer.at(pointer);
        if (part.isMissingNode()) {
            throw new IllegalStateException(
                    "the answer to " + intent + " has nothing at " + pointer);
        }
        return part;
    }
}
