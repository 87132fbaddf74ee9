package dev.drover.registry.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A part of an object, read without trust: whatever is absent, empty or of another type than asked
 * for is not there.
 */
public record Tree(JsonNode node) {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Tree NOTHING = new Tree(MissingNode.getInstance());

    /** A top-level field of the object, for example {@code spec}. */
    public static Tree field(GenericKubernetesResource object, String name) {
        Map<String, Object> fields = object.getAdditionalProperties();
        Object value = fields == null ? null : fields.get(name);
        return value == null ? NOTHING : new Tree(MAPPER.valueToTree(value));
    }

    /** What lies under these names, one below the other. */
    public Tree at(String... path) {
        JsonNode found = node;
        for (String name : path) {
            found = found.path(name);
        }
        return new Tree(found);
    }

    /** The items of a list; none when it is no list. */
    public List<Tree> items() {
        List<Tree> items = new ArrayList<>();
        if (node.isArray()) {
            node.forEach(item -> items.add(new Tree(item)));
        }
        return items;
    }

    /** A text that is not empty. */
    public Optional<String> text() {
        return node.isTextual() && !node.textValue().isEmpty()
                ? Optional.of(node.textValue())
                : Optional.empty();
    }

    /** A text below. */
    public Optional<String> text(String... path) {
        return at(path).text();
    }

    /** A whole number below that fits an {@code int}. */
    public OptionalInt whole(String... path) {
        JsonNode found = at(path).node;
        return found.isIntegralNumber() && found.canConvertToInt()
                ? OptionalInt.of(found.intValue())
                : OptionalInt.empty();
    }

    /** True for an object, even an empty one. */
    public boolean isObject() {
        return node.isObject();
    }
}
