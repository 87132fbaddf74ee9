package dev.drover.sandbox.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Recorded exchanges of a real server, one file a topic. Where they come from and how they are
 * compared stands in {@code src/test/resources/registry/README.md}.
 */
final class Recording {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern REPEAT = Pattern.compile("\\{\\{repeat:(.):([0-9]+)}}");

    private Recording() {}

    /** The entries of one file, in order, with repetitions written out. */
    static List<JsonNode> entries(String file) {
        try (InputStream in = Recording.class.getResourceAsStream("/registry/" + file + ".json")) {
            List<JsonNode> entries = new ArrayList<>();
            for (JsonNode entry : JSON.readTree(in)) {
                entries.add(expanded(entry));
            }
            return entries;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode expanded(JsonNode node) {
        if (node instanceof ObjectNode object) {
            ObjectNode copy = JSON.createObjectNode();
            for (Map.Entry<String, JsonNode> member : object.properties()) {
                copy.set(expanded(member.getKey()), expanded(member.getValue()));
            }
            return copy;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode copy = JSON.createArrayNode();
            array.forEach(element -> copy.add(expanded(element)));
            return copy;
        }
        return node.isTextual() ? TextNode.valueOf(expanded(node.asText())) : node;
    }

    static String expanded(String text) {
        Matcher repeat = REPEAT.matcher(text);
        StringBuilder whole = new StringBuilder();
        while (repeat.find()) {
            String many = repeat.group(1).repeat(Integer.parseInt(repeat.group(2)));
            repeat.appendReplacement(whole, Matcher.quoteReplacement(many));
        }
        return repeat.appendTail(whole).toString();
    }
}
