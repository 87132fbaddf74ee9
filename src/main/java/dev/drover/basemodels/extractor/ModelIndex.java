package dev.drover.basemodels.extractor;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code model_index.json} of a diffusion pipeline: its class, and a list for each component. */
final class ModelIndex {
    /** Components that are looked at; pipelines have about ten. */
    private static final int MAX_COMPONENTS = 1000;

    /** A component's value, {@code ["library", "Class"]}. */
    private static final Object COMPONENT = new Object();

    static final Keep KEEP = ModelIndex::read;

    private ModelIndex() {}

    private static Object read(JsonParser at) throws IOException {
        Map<String, Object> kept = new LinkedHashMap<>();
        while (JsonDocuments.next(at) != JsonToken.END_OBJECT) {
            String name = at.currentName();
            JsonToken value = JsonDocuments.next(at);
            if (name.equals(ConfigKeys.CLASS_NAME) || name.equals(ConfigKeys.DIFFUSERS_VERSION)) {
                kept.put(name, Keep.SCALAR.of(at));
                continue;
            }
            JsonDocuments.skip(at);
            if (value == JsonToken.START_ARRAY && kept.size() < MAX_COMPONENTS) {
                kept.put(name, COMPONENT);
            }
        }
        return new JsonObject(kept);
    }

    /** Names of components that can be names of directories. */
    static List<String> components(JsonObject index) {
        return index.members().entrySet().stream()
                .filter(member -> member.getValue() == COMPONENT)
                .map(Map.Entry::getKey)
                .filter(name -> !name.isEmpty() && !name.contains("/") && !name.startsWith("."))
                .toList();
    }
}
