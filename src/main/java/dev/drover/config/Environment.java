package dev.drover.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The variables {@code DROVER_…} of the process as settings. An unknown one is a warning, never an
 * error: other software sets such names too ({@link ServiceLinks}).
 */
final class Environment {
    static final String PREFIX = "DROVER_";
    static final String FILE = "DROVER_CONFIG";

    /** Variables that other parts of the program read themselves. */
    private static final Set<String> OTHERS = Set.of(FILE);

    private final Schema schema;
    private final Map<String, String> keyNames = new HashMap<>();
    private final List<Setting> settings = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    Environment(Schema schema, Map<String, String> variables) {
        this.schema = schema;
        for (Key<?> key : schema.keys()) {
            keyNames.put(key.environmentName(), key.name());
            key.formerNames().forEach(name -> keyNames.put(Key.environmentName(name), name));
        }
        schema.removed().keySet().forEach(name -> keyNames.put(Key.environmentName(name), name));
        ServiceLinks links = new ServiceLinks(variables);
        new TreeMap<>(variables)
                .forEach(
                        (name, value) -> {
                            if (name.startsWith(PREFIX) && !OTHERS.contains(name)) {
                                add(name, value, links);
                            }
                        });
    }

    List<Setting> settings() {
        return settings;
    }

    List<String> warnings() {
        return warnings;
    }

    private void add(String name, String value, ServiceLinks links) {
        Optional<String> key = key(name);
        if (key.isPresent() && !links.contain(name, value)) {
            settings.add(new Setting(key.get(), value, Origin.variable(name)));
        } else if (key.isEmpty() && !links.contain(name)) {
            warnings.add(
                    name
                            + ": no such key, passed over"
                            + Suggestion.closest(name, keyNames.keySet())
                                    .map(meant -> "; did you mean " + meant + "?")
                                    .orElse(""));
        }
    }

    private Optional<String> key(String variable) {
        return Optional.ofNullable(keyNames.get(variable))
                .or(
                        () ->
                                schema.keys().stream()
                                        .flatMap(key -> key.entry(variable).stream())
                                        .findFirst());
    }
}
