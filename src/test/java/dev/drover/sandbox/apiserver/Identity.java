package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The object in a body must be of the kind and namespace that its URL says. */
final class Identity {
    private Identity() {}

    static void require(ObjectNode object, Target target) {
        type(object, "apiVersion", target.apiVersion(), target);
        type(object, "kind", target.kind().name(), target);
        JsonNode metadata = object.path("metadata");
        String namespace = metadata.path("namespace").asText();
        if (!namespace.isEmpty() && !namespace.equals(target.namespace())) {
            throw Failure.badRequest(
                    "the namespace of the provided object does not match the namespace sent on the"
                            + " request");
        }
        String name = metadata.path("name").asText();
        if (!target.name().isEmpty() && !name.equals(target.name())) {
            throw Failure.badRequest(
                    "the name of the object (%s) does not match the name on the URL (%s)"
                            .formatted(name, target.name()));
        }
    }

    /** Custom objects must name their type; of built-in ones the server knows it from the URL. */
    private static void type(ObjectNode object, String member, String expected, Target target) {
        String found = object.path(member).asText();
        if (found.isEmpty() && !target.kind().custom()) {
            object.put(member, expected);
        } else if (found.isEmpty()) {
            String word = member.equals("kind") ? "Kind" : "apiVersion";
            throw Failure.badRequest(
                    "Object '%s' is missing in '%s'".formatted(word, object.toString()));
        } else if (!found.equals(expected)) {
            throw Failure.badRequest(
                    "the %s in the data (%s) does not match the expected %s (%s)"
                            .formatted(word(member), found, word(member), expected));
        }
    }

    private static String word(String member) {
        return member.equals("kind") ? "kind" : "API version";
    }
}
