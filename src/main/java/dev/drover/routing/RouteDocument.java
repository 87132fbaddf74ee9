package dev.drover.routing;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A route file that was understood: it holds one route, template or instance, whose id is the
 * file's name.
 *
 * @param tree the whole file
 */
record RouteDocument(RouteFile file, Kind kind, JsonNode tree) {
    private static final YAMLMapper YAML = new YAMLMapper();

    static RouteDocument of(RouteFile file) throws RejectedException {
        JsonNode tree = parse(file.content());
        if (!tree.isArray() || tree.size() != 1 || tree.get(0).size() != 1) {
            throw new RejectedException(
                    "holds " + held(tree) + "; accepted: one " + elements() + " a file");
        }
        String element = tree.get(0).fieldNames().next();
        Kind kind =
                Kind.of(element)
                        .orElseThrow(
                                () ->
                                        new RejectedException(
                                                "holds \""
                                                        + element
                                                        + "\"; accepted: one "
                                                        + elements()
                                                        + " a file"));
        RouteDocument document = new RouteDocument(file, kind, tree);
        String id = document.content().path(kind.idProperty()).asText();
        if (!id.equals(file.id())) {
            throw new RejectedException(
                    String.format(
                            "%s is \"%s\"; accepted: \"%s\", the name of the file",
                            kind.idProperty(), id, file.id()));
        }
        return document;
    }

    /** What stands under {@code route}, {@code routeTemplate} or {@code templatedRoute}. */
    JsonNode content() {
        return tree.get(0).path(kind.element());
    }

    /** The beans that start and stop the route; empty for most. */
    List<String> policies() {
        return Arrays.stream(content().path("routePolicy").asText().split(","))
                .map(String::strip)
                .filter(policy -> !policy.isEmpty())
                .collect(Collectors.toUnmodifiableList());
    }

    /** The template that an instance is made from. */
    String template() {
        return content().path("routeTemplateRef").asText();
    }

    /**
     * The step or part of one in which this text stands, bare or as the name of a bean: {@code
     * from.steps[0].process}.
     */
    Optional<String> placeOf(String text) {
        return placeOf(content(), "", text);
    }

    private static Optional<String> placeOf(JsonNode node, String place, String text) {
        for (int i = 0; i < node.size() && node.isArray(); i++) {
            Optional<String> found = placeOf(node.get(i), place + "[" + i + "]", text);
            if (found.isPresent()) {
                return found;
            }
        }
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            String inside = place.isEmpty() ? field.getKey() : place + "." + field.getKey();
            String value = field.getValue().asText();
            if (value.equals(text) || value.equals("#" + text) || value.equals("#bean:" + text)) {
                return Optional.of(place.isEmpty() || place.endsWith("]") ? inside : place);
            }
            Optional<String> found = placeOf(field.getValue(), inside, text);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static JsonNode parse(String content) throws RejectedException {
        try {
            return YAML.readTree(content);
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            String line = at == null ? "" : "line " + at.getLineNr() + ": ";
            throw new RejectedException(
                    line + "is not YAML: " + e.getOriginalMessage().lines().findFirst().orElse(""));
        }
    }

    private static String held(JsonNode tree) {
        return tree.isArray()
                ? tree.size() + " entries"
                : tree.isEmpty() ? "nothing" : "no list of entries";
    }

    private static String elements() {
        return Arrays.stream(Kind.values()).map(Kind::element).collect(Collectors.joining(", "));
    }
}
