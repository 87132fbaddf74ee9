package dev.drover.registry.decision;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.drover.intents.ResultReference;

/**
 * An id that is known, or that an earlier intent of the list will lead to.
 *
 * @param node for a document
 * @param text for a piece of a text
 */
record Reference(JsonNode node, String text) {
    static Reference to(String id) {
        return new Reference(TextNode.valueOf(id), id);
    }

    /** The id in the answer to the intent of this name. */
    static Reference toResultOf(String intent) {
        return new Reference(
                ResultReference.to(intent, RegistryCalls.ID),
                ResultReference.text(intent, RegistryCalls.ID));
    }
}
