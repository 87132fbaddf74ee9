package dev.drover.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All that a Drover shows to those who may look: its log, metrics, status pages and beans. */
final class Shown {
    private static final List<String> PAGES =
            List.of("/", "/api/v1/flows", "/api/v1/config", "/api/v1/routes", "/api/v1/debug");
    private static final String OBJECTS = "/api/v1/flows/%s/objects";
    private static final int EXPLAINED = 10;

    private final DroverProcess process;
    private final Map<String, String> texts = new LinkedHashMap<>();

    private Shown(DroverProcess process) {
        this.process = process;
    }

    /** Text by the place where a process that answers shows it. */
    static Map<String, String> by(DroverProcess process) {
        Shown shown = new Shown(process);
        try {
            shown.look();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return shown.texts;
    }

    private void look() throws IOException {
        texts.put("log", process.log());
        texts.put("metrics", process.metrics());
        texts.put("beans", ManagedBeans.of(process.pid()));
        for (String page : PAGES) {
            page(page);
        }
        for (JsonNode flow : new ObjectMapper().readTree(page("/api/v1/flows")).findPath("flows")) {
            objects(OBJECTS.formatted(flow.path("name").asText()));
        }
    }

    private void objects(String list) throws IOException {
        JsonNode objects = new ObjectMapper().readTree(page(list + "?limit=" + EXPLAINED));
        for (JsonNode object : objects.findPath("objects")) {
            page(
                    "%s/%s/%s"
                            .formatted(
                                    list,
                                    object.path("namespace").asText(),
                                    object.path("name").asText()));
        }
    }

    private String page(String path) throws IOException {
        String text = process.status(URI.create(path));
        texts.put(path, text);
        return text;
    }
}
