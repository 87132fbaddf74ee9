package dev.drover.registry.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A part of an object, read without trust: whatever is absent, empty or of another type than asked
 * for is not there. A view: nothing is copied of an object that a cache holds anyway.
 *
 * @param value maps, lists, texts, numbers and truth values as JSON has them; null = not there
 */
public record Tree(Object value) {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Tree NOTHING = new Tree(null);

    /** A top-level field of the object, for example {@code spec}. */
    public static Tree field(GenericKubernetesResource object, String name) {
        return of(object.getAdditionalProperties()).at(name);
    }

    private static Tree of(Object value) {
        return value == null ? NOTHING : new Tree(value);
    }

    /** What lies under these names, one below the other. */
    public Tree at(String... path) {
        Object found = value;
        for (String name : path) {
            found = found instanceof Map<?, ?> map ? map.get(name) : null;
        }
        return of(found);
    }

    /** The items of a list; none when it is no list. */
    public List<Tree> items() {
        return value instanceof List<?> list
                ? list.stream().filter(Objects::nonNull).map(Tree::of).toList()
                : List.of();
    }

    /** A text that is not empty. */
    public Optional<String> text() {
        return value instanceof String text && !text.isEmpty()
                ? Optional.of(text)
                : Optional.empty();
    }

    /** A text below. */
    public Optional<String> text(String... path) {
        return at(path).text();
    }

    /** A whole number below that fits an {@code int}. */
    public OptionalInt whole(String... path) {
        Object found = at(path).value;
        boolean whole = found instanceof Integer || found instanceof Long;
        long number = whole ? ((Number) found).longValue() : 0;
        return whole && (int) number == number ? OptionalInt.of((int) number) : OptionalInt.empty();
    }

    /** True for an object, even an empty one. */
    public boolean isObject() {
        return value instanceof Map;
    }

    /** A copy for comparisons with JSON; a missing node when nothing is there. */
    public JsonNode json() {
        return value == null ? MissingNode.getInstance() : MAPPER.valueToTree(value);
    }
}
