package dev.drover.gate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Steps of route files, by the route they run in; those of a template in each of its instances, or
 * in {@code <template>-*} when instances are made while running.
 */
final class RouteSteps {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    /** They have ids and do nothing but hold steps. */
    private static final Set<String> HOLDERS =
            Set.of("route", "routeTemplate", "templatedRoute", "doTry", "doFinally");

    private final Map<String, List<String>> routes = new TreeMap<>();
    private final Map<String, List<String>> templates = new HashMap<>();
    private final Map<String, String> instances = new TreeMap<>();

    /** {@code <route>/<step>} of every step in the files below the folder. */
    static List<String> below(Path folder) throws IOException {
        RouteSteps steps = new RouteSteps();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                YAML.readTree(Files.readString(file)).forEach(steps::add);
            }
        }
        return steps.names();
    }

    private void add(JsonNode entry) {
        if (entry.has("route")) {
            routes.put(entry.at("/route/id").asText(), ids(entry));
        } else if (entry.has("routeTemplate")) {
            templates.put(entry.at("/routeTemplate/id").asText(), ids(entry));
        } else {
            instances.put(
                    entry.at("/templatedRoute/routeId").asText(),
                    entry.at("/templatedRoute/routeTemplateRef").asText());
        }
    }

    private List<String> names() {
        instances.forEach((route, template) -> routes.put(route, templates.get(template)));
        templates.forEach(
                (template, steps) -> {
                    if (!instances.containsValue(template)) {
                        routes.put(template + "-*", steps);
                    }
                });
        List<String> names = new ArrayList<>();
        routes.forEach((route, steps) -> steps.forEach(step -> names.add(route + "/" + step)));
        return names;
    }

    private static List<String> ids(JsonNode entry) {
        List<String> ids = new ArrayList<>();
        collect(entry, ids);
        return ids;
    }

    private static void collect(JsonNode node, List<String> ids) {
        node.properties()
                .forEach(
                        property -> {
                            JsonNode value = property.getValue();
                            if (value.has("id") && !HOLDERS.contains(property.getKey())) {
                                ids.add(value.get("id").asText());
                            }
                        });
        node.forEach(child -> collect(child, ids));
    }
}
