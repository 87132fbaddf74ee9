package dev.drover.weights.whatif;

import dev.drover.config.ConfigurationException;
import dev.drover.config.Key;
import dev.drover.config.Suggestion;
import dev.drover.weights.settings.WeightsConfiguration;
import dev.drover.weights.settings.WeightsKeys;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The keys {@code drover.weights.*} that a run sets with {@code --set}; the others have defaults.
 */
final class KeyOverrides {
    private static final String PREFIX = "drover.weights.";

    private final Map<String, String> keys = new HashMap<>(); // by environment variable

    /** One {@code key=value}, with or without the common beginning of the keys. */
    void set(String pair) {
        int equals = pair.indexOf('=');
        String name = equals < 0 ? pair : pair.substring(0, equals);
        String full = name.startsWith(PREFIX) ? name : PREFIX + name;
        Optional<Key<?>> key =
                WeightsKeys.SCHEMA.keys().stream().filter(k -> k.name().equals(full)).findFirst();
        if (equals < 0) {
            throw new OptionException("set", pair, OptionReader.ACCEPTED.get("set"));
        }
        if (key.isEmpty()) {
            throw noSuchKey(name, full);
        }
        keys.put(key.get().environmentName(), pair.substring(equals + 1));
    }

    private static OptionException noSuchKey(String name, String full) {
        List<String> names =
                WeightsKeys.SCHEMA.keys().stream()
                        .map(key -> key.name().substring(PREFIX.length()))
                        .toList();
        String meant =
                Suggestion.closest(full.substring(PREFIX.length()), names)
                        .map(key -> "; did you mean " + key + "?")
                        .orElse("; accepted: the keys of docs/configuration.md");
        return new OptionException("--set " + name + ": there is no key " + full + meant);
    }

    /** All keys as they are in force. */
    WeightsConfiguration configuration() {
        try {
            return WeightsConfiguration.of(WeightsKeys.SCHEMA.values(keys));
        } catch (ConfigurationException e) {
            throw new OptionException(
                    e.problems().stream()
                            .map(problem -> "--set " + problem.subject() + ": " + problem.text())
                            .collect(Collectors.joining("\n")));
        }
    }
}
