package dev.drover.weights.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads objects of any shape as JSON trees. */
public final class Trees {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Trees() {}

    /** A top-level field; a missing node where there is none. */
    static JsonNode field(GenericKubernetesResource object, String name) {
        Map<String, Object> fields = object.getAdditionalProperties();
        Object value = fields == null ? null : fields.get(name);
        return value == null ? MissingNode.getInstance() : MAPPER.valueToTree(value);
    }

    /** The members of {@code object} that are text; empty when it is no object. */
    static Map<String, String> texts(JsonNode object) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            if (member.getValue().isTextual()) {
                texts.put(member.getKey(), member.getValue().asText());
            }
        }
        return texts;
    }

    /** The text of a node, or empty for anything that is no text. */
    public static String text(JsonNode node) {
        return node.isTextual() ? node.asText() : "";
    }
}
