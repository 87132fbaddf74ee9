package dev.drover.intents;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/**
 * A place in an intent's document that is filled with a part of the answer to an earlier intent of
 * the same list, for example the generation that {@code PatchSpec} led to, which the decision could
 * not know yet. It stands for a whole node ({@link #to}), or for a piece of a text ({@link #text}),
 * which may also be the summary or the Event's note of an intent.
 */
public final class ResultReference {
    private static final String INTENT = "drover.dev/result-of";
    private static final String POINTER = "pointer";

    // Noncharacters of Unicode: no text that is meant for people holds them.
    private static final char BEGIN = '\uFDD0';
    private static final char END = '\uFDD1';
    private static final Pattern IN_TEXT =
            Pattern.compile(BEGIN + "([A-Za-z]+)(/[^" + END + "]*)" + END);

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
     * The same as a piece of a longer text.
     *
     * @see #to
     */
    public static String text(String intent, String pointer) {
        return BEGIN + intent + pointer + END;
    }

    /** The text with every reference replaced; what has no answer yet shows as {@code (new)}. */
    static String resolve(String text, Function<String, JsonNode> answers) {
        return text.indexOf(BEGIN) < 0
                ? text
                : IN_TEXT.matcher(text)
                        .replaceAll(
                                reference -> {
                                    JsonNode answer = answers.apply(reference.group(1));
                                    return Matcher.quoteReplacement(
                                            answer == null
                                                    ? "(new)"
                                                    : answer.at(reference.group(2))
                                                            .asText("(new)"));
                                });
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
        if (node == null) {
            return false;
        }
        if (node.isTextual()) {
            return node.textValue().indexOf(BEGIN) >= 0;
        }
        return node.has(INTENT)
                || StreamSupport.stream(node.spliterator(), false)
                        .anyMatch(ResultReference::present);
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
        } else if (node.isTextual() && present(node)) {
            return TextNode.valueOf(withParts(node.textValue(), answers));
        }
        return node;
    }

    private static String withParts(String text, Function<String, JsonNode> answers) {
        return IN_TEXT.matcher(text)
                .replaceAll(
                        reference ->
                                Matcher.quoteReplacement(
                                        part(reference.group(1), reference.group(2), answers)
                                                .asText()));
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
