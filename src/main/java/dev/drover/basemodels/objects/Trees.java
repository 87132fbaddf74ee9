package dev.drover.basemodels.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads objects whose fields may be absent or of any type as JSON trees. */
final class Trees {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Trees() {}

    /** A top-level field; a missing node where there is none. */
    static JsonNode field(GenericKubernetesResource object, String name) {
        Map<String, Object> fields = object.getAdditionalProperties();
        Object value = fields == null ? null : fields.get(name);
        return value == null ? MissingNode.getInstance() : MAPPER.valueToTree(value);
    }

    static JsonNode metadata(GenericKubernetesResource object) {
        return MAPPER.valueToTree(object.getMetadata());
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

    /** The items of {@code list} that are text. */
    static List<String> words(JsonNode list) {
        List<String> words = new ArrayList<>();
        for (JsonNode item : list) {
            if (item.isTextual()) {
                words.add(item.asText());
            }
        }
        return words;
    }

    /** The text of a node, or empty for anything that is no text. */
    static String text(JsonNode node) {
        return node.isTextual() ? node.asText() : "";
    }

    /** A time as Kubernetes writes it; empty for anything else. */
    static Optional<Instant> time(JsonNode node) {
        try {
            return node.isTextual()
                    ? Optional.of(
                            DateTimeFormatter.ISO_DATE_TIME.parse(node.asText(), Instant::from))
                    : Optional.empty();
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** When the object was created; the beginning of time for one that does not say. */
    static Instant created(ObjectMeta metadata) {
        String text = metadata.getCreationTimestamp();
        return text == null
                ? Instant.EPOCH
                : time(MAPPER.getNodeFactory().textNode(text)).orElse(Instant.EPOCH);
    }

    static <T> List<T> list(List<T> list) {
        return list == null ? List.of() : list;
    }

    static Map<String, String> map(Map<String, String> map) {
        return map == null ? Map.of() : map;
    }
}
