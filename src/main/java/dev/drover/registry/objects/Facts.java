package dev.drover.registry.objects;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What the annotation {@code drover.dev/registry} says of an object's record (spec registry 8.2).
 * Compact JSON in a fixed order, at most 768 bytes.
 *
 * @param model id of the registered model
 * @param uid of the object it was written for; a copied manifest carries another's
 * @param standing only with {@code status-annotation=full}
 */
public record Facts(
        String registry,
        String record,
        String environment,
        String model,
        String uid,
        Optional<Standing> standing) {
    static final int BYTES = 768;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MESSAGE = 256;

    /**
     * How the object is doing.
     *
     * @param since RFC 3339; moves only with state or reason
     */
    public record Standing(
            String state, String reason, String message, long generation, String since) {}

    /** Reads the annotation's value; empty for anything else than version 1 of it. */
    public static Optional<Facts> parse(String text) {
        if (text == null || text.length() > 4 * BYTES) {
            return Optional.empty();
        }
        JsonNode tree;
        try {
            tree = JSON.readTree(text);
        } catch (JsonProcessingException e) {
            return Optional.empty(); // somebody's own text: replaced with the next link
        }
        if (tree == null || tree.path("v").asInt() != 1) {
            return Optional.empty();
        }
        return Optional.of(
                new Facts(
                        tree.path("registry").asText(),
                        tree.path("record").asText(),
                        tree.path("environment").asText(),
                        tree.path("model").asText(),
                        tree.path("uid").asText(),
                        standing(tree)));
    }

    private static Optional<Standing> standing(JsonNode tree) {
        return tree.has("state")
                ? Optional.of(
                        new Standing(
                                tree.path("state").asText(),
                                tree.path("reason").asText(),
                                tree.path("message").asText(),
                                tree.path("generation").asLong(),
                                tree.path("since").asText()))
                : Optional.empty();
    }

    /** The annotation's value. A message that does not fit is cut. */
    public String text() {
        for (int length = MESSAGE; length > 0; length /= 2) {
            String text = text(length);
            if (text.getBytes(StandardCharsets.UTF_8).length <= BYTES) {
                return text;
            }
        }
        return text(0);
    }

    private String text(int message) {
        StringBuilder json = new StringBuilder("{\"v\":1");
        member(json, "registry", registry);
        member(json, "record", record);
        member(json, "environment", environment);
        member(json, "model", model);
        member(json, "uid", uid);
        standing.ifPresent(
                it -> {
                    member(json, "state", it.state());
                    member(json, "reason", it.reason());
                    member(json, "message", cut(it.message(), message));
                    json.append(",\"generation\":").append(it.generation());
                    member(json, "since", it.since());
                });
        return json.append('}').toString();
    }

    private static void member(StringBuilder json, String name, String value) {
        json.append(",\"").append(name).append("\":").append(JSON.getNodeFactory().textNode(value));
    }

    private static String cut(String text, int length) {
        if (text.length() <= length) {
            return text;
        }
        int end =
                length > 0 && Character.isHighSurrogate(text.charAt(length - 1))
                        ? length - 1
                        : length;
        return text.substring(0, end);
    }

    /** The same without how the object is doing, which says nothing about the link. */
    public Facts link() {
        return new Facts(registry, record, environment, model, uid, Optional.empty());
    }
}
