package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * RFC 6902 as the API server's library reads it: {@code replace} creates an absent member, a {@code
 * test} for null passes on an absent one, negative indices count from the end, and numbers are
 * equal only if written alike.
 */
final class JsonPatch {
    private static final int MOST_OPERATIONS = 10_000;

    private JsonPatch() {}

    /** The patched copy; {@code object} stays as it is. */
    static JsonNode apply(JsonNode patch, ObjectNode object) {
        if (!(patch instanceof ArrayNode operations)) {
            throw Failure.badRequest(
                    "error decoding patch: json: cannot unmarshal object into Go value of type"
                            + " jsonpatch.Patch");
        }
        if (operations.size() > MOST_OPERATIONS) {
            throw Failure.tooLarge(
                    "The allowed maximum operations in a JSON patch is %d, got %d"
                            .formatted(MOST_OPERATIONS, operations.size()));
        }
        ObjectNode copy = object.deepCopy();
        for (JsonNode operation : operations) {
            perform(operation, copy);
        }
        return copy;
    }

    private static void perform(JsonNode operation, ObjectNode object) {
        JsonPointer path = pointer(operation, "path");
        switch (operation.path("op").asText()) {
            case "add" -> put(object, path, value(operation), true);
            case "replace" -> put(object, path, value(operation), false);
            case "remove" -> remove(object, path);
            case "test" -> test(object, path, value(operation));
            case "move" -> put(object, path, remove(object, pointer(operation, "from")), true);
            case "copy" -> put(object, path, copied(object, pointer(operation, "from")), true);
            default -> throw Failure.patchRejected();
        }
    }

    private static JsonPointer pointer(JsonNode operation, String member) {
        try {
            return JsonPointer.compile(operation.path(member).asText());
        } catch (IllegalArgumentException e) {
            throw Failure.patchRejected();
        }
    }

    private static JsonNode value(JsonNode operation) {
        JsonNode value = operation.get("value");
        return value == null ? NullNode.getInstance() : value.deepCopy();
    }

    private static void put(ObjectNode object, JsonPointer path, JsonNode value, boolean insert) {
        JsonNode parent = parent(object, path);
        String last = path.last().getMatchingProperty();
        if (parent instanceof ObjectNode members) {
            members.set(last, value);
        } else if (parent instanceof ArrayNode array && insert) {
            array.insert(last.equals("-") ? array.size() : index(last, array.size() + 1), value);
        } else if (parent instanceof ArrayNode array) {
            array.set(index(last, array.size()), value);
        }
    }

    private static JsonNode remove(ObjectNode object, JsonPointer path) {
        JsonNode parent = parent(object, path);
        String last = path.last().getMatchingProperty();
        JsonNode removed =
                parent instanceof ArrayNode array
                        ? array.remove(index(last, array.size()))
                        : ((ObjectNode) parent).remove(last);
        if (removed == null) {
            throw Failure.patchRejected();
        }
        return removed;
    }

    private static void test(ObjectNode object, JsonPointer path, JsonNode expected) {
        JsonNode found = found(object, path);
        boolean equal = found == null ? expected.isNull() : found.equals(expected);
        if (!equal) {
            throw Failure.patchRejected();
        }
    }

    private static JsonNode copied(ObjectNode object, JsonPointer from) {
        JsonNode found = found(object, from);
        if (found == null) {
            throw Failure.patchRejected();
        }
        return found.deepCopy();
    }

    /** Null if only the last step of {@code path} is absent. */
    private static JsonNode found(ObjectNode object, JsonPointer path) {
        if (path.matches()) {
            return object;
        }
        JsonNode parent = parent(object, path);
        String last = path.last().getMatchingProperty();
        return parent instanceof ArrayNode array
                ? array.get(index(last, array.size()))
                : parent.get(last);
    }

    private static JsonNode parent(ObjectNode object, JsonPointer path) {
        if (path.matches()) {
            throw Failure.patchRejected(); // the whole object cannot be replaced
        }
        JsonNode node = object;
        for (JsonPointer step = path; !step.tail().matches(); step = step.tail()) {
            String name = step.getMatchingProperty();
            node =
                    node instanceof ArrayNode array
                            ? array.get(index(name, array.size()))
                            : node.get(name);
            if (node == null || !node.isContainerNode()) {
                throw Failure.patchRejected();
            }
        }
        return node;
    }

    private static int index(String text, int size) {
        try {
            int index = Integer.parseInt(text);
            int counted = index < 0 ? index + size : index;
            if (counted >= 0 && counted < size) {
                return counted;
            }
        } catch (NumberFormatException e) {
            // not an index: rejected below
        }
        throw Failure.patchRejected();
    }
}
