package dev.drover.basemodels.decision;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.basemodels.job.Sha256;
import dev.drover.basemodels.metadata.MetadataField;
import dev.drover.basemodels.metadata.ModelMetadata;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which fields of a model's {@code spec} are ours: those that Drover filled and that still have the
 * value it gave them. Everything else that is not empty is the user's, for ever.
 */
final class Provenance {
    private static final ObjectMapper JSON =
            new ObjectMapper().configure(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS, true);
    private static final Set<MetadataField> NAMED =
            EnumSet.of(MetadataField.MODEL_FORMAT, MetadataField.MODEL_FRAMEWORK);
    private static final int DIGITS = 8;

    private Provenance() {}

    /**
     * How the spec changes with a result.
     *
     * @param spec merge patch of {@code spec}, empty when nothing changes
     * @param fields the annotation's {@code fields} from then on
     * @param filled fields that get a value
     */
    record Change(ObjectNode spec, Map<String, String> fields, List<MetadataField> filled) {}

    /** Takes over a result: empty fields are filled, ours are renewed or removed. */
    static Change apply(JsonNode spec, Map<String, String> fields, ModelMetadata found) {
        Change change =
                new Change(
                        JsonNodeFactory.instance.objectNode(), new TreeMap<>(), new ArrayList<>());
        for (MetadataField field : MetadataField.values()) {
            JsonNode present = spec.path(field.key());
            boolean ours = ours(field, present, fields);
            if (!ours && !empty(field, present)) {
                continue;
            }
            found.get(field)
                    .map(Provenance::json)
                    .ifPresentOrElse(
                            value -> fill(field, present, value, change),
                            () -> {
                                if (ours) {
                                    change.spec().putNull(field.key());
                                }
                            });
        }
        return change;
    }

    private static void fill(MetadataField field, JsonNode present, JsonNode value, Change change) {
        String hash = hash(field, value);
        change.fields().put(field.key(), hash);
        if (empty(field, present) || !hash(field, present).equals(hash)) {
            change.spec().set(field.key(), patch(field, present, value));
            change.filled().add(field);
        }
    }

    /** A merge patch keeps what it does not name: a version of before would survive. */
    private static JsonNode patch(MetadataField field, JsonNode present, JsonNode value) {
        if (NAMED.contains(field) && present.hasNonNull("version") && !value.has("version")) {
            return ((ObjectNode) value).putNull("version");
        }
        return value;
    }

    /** Merge patch of {@code spec} that takes away everything that is ours. */
    static ObjectNode withdraw(JsonNode spec, Map<String, String> fields) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        for (MetadataField field : MetadataField.values()) {
            if (ours(field, spec.path(field.key()), fields)) {
                patch.putNull(field.key());
            }
        }
        return patch;
    }

    /** Absent, null, {@code ""}, {@code []}, {@code {}}, 0, or an object without a name. */
    static boolean empty(MetadataField field, JsonNode value) {
        if (NAMED.contains(field)) {
            return value.path("name").asText().isEmpty();
        }
        return value.isMissingNode()
                || value.isNull()
                || (value.isContainerNode() && value.isEmpty())
                || (value.isTextual() && value.asText().isEmpty())
                || (value.isNumber() && value.doubleValue() == 0);
    }

    private static boolean ours(MetadataField field, JsonNode present, Map<String, String> fields) {
        return !empty(field, present) && hash(field, present).equals(fields.get(field.key()));
    }

    /** Over name and version only where servers add more. */
    static String hash(MetadataField field, JsonNode value) {
        JsonNode hashed = value;
        if (NAMED.contains(field)) {
            ObjectNode named = JsonNodeFactory.instance.objectNode();
            named.set("name", value.path("name"));
            if (value.hasNonNull("version")) {
                named.set("version", value.path("version"));
            }
            hashed = named;
        }
        try {
            return Sha256.hex(
                    JSON.writeValueAsString(JSON.treeToValue(hashed, Object.class)), DIGITS);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree is always JSON", e);
        }
    }

    private static JsonNode json(Object value) {
        return JSON.valueToTree(value);
    }
}
