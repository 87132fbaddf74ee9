package dev.drover.intents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResultReferenceTest {
    private static final Map<String, JsonNode> ANSWERS =
            Map.of("CreateRecord", JsonNodeFactory.instance.objectNode().put("id", "42"));

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    @Test
    void standsForANodeOfALaterDocument() {
        ObjectNode document = object();
        document.set("label", ResultReference.to("CreateRecord", "/id"));
        assertThat(ResultReference.resolve(document, ANSWERS::get))
                .isEqualTo(object().put("label", "42"));
    }

    @Test
    void standsForAPieceOfAText() {
        ObjectNode document =
                object().put("note", "record " + ResultReference.text("CreateRecord", "/id") + ".");
        assertThat(ResultReference.resolve(document, ANSWERS::get))
                .isEqualTo(object().put("note", "record 42."));
        assertThat(
                        ResultReference.resolve(
                                "record " + ResultReference.text("CreateRecord", "/id"),
                                ANSWERS::get))
                .isEqualTo("record 42");
    }

    @Test
    void aTextForPeopleDoesWithoutAnAnswer() { // nothing was sent in observe mode
        String text = "record " + ResultReference.text("CreateRecord", "/id");
        assertThat(ResultReference.resolve(text, name -> null)).isEqualTo("record (new)");
    }

    @Test
    void aDocumentDoesNot() {
        ObjectNode document =
                object().put("note", ResultReference.text("CreateRecord", "/nothing"));
        assertThatThrownBy(() -> ResultReference.resolve(document, ANSWERS::get))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the answer to CreateRecord has nothing at /nothing");
    }

    @Test
    void leavesADocumentWithoutReferencesAsItIs() {
        ObjectNode document = object().put("note", "$1 \\ {CreateRecord}");
        assertThat(ResultReference.resolve(document, ANSWERS::get)).isSameAs(document);
    }
}
