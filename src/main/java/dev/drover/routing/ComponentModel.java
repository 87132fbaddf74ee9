package dev.drover.routing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.drover.config.Suggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What the metadata of a component, the JSON in its jar, says about the options of its endpoints.
 * The same that camel-catalog reads, without the six megabytes of all components of Camel.
 */
final class ComponentModel {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String scheme;
    private final boolean lenient;
    private final JsonNode options;

    private ComponentModel(String scheme, JsonNode model) {
        this.scheme = scheme;
        this.lenient = model.path("component").path("lenientProperties").asBoolean();
        this.options = model.path("properties");
    }

    static ComponentModel of(String scheme, String json) {
        try {
            return new ComponentModel(scheme, JSON.readTree(json));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("metadata of component " + scheme + " is broken", e);
        }
    }

    void check(Map<String, String> given) throws RejectedException {
        for (Map.Entry<String, String> option : given.entrySet()) {
            JsonNode known = options.path(option.getKey());
            if (!known.isMissingNode()) {
                checkValue(option.getKey(), option.getValue(), known);
            } else if (!lenient && !hasPrefix(option.getKey())) {
                throw new RejectedException(
                        String.format(
                                "%s: unknown option \"%s\"%s",
                                scheme,
                                option.getKey(),
                                Suggestion.closest(option.getKey(), parameters())
                                        .map(meant -> "; did you mean \"" + meant + "\"?")
                                        .orElse("")));
            }
        }
    }

    /** Options that are a family, such as {@code httpClient.*}. */
    private boolean hasPrefix(String option) {
        for (JsonNode known : options) {
            String prefix = known.path("prefix").asText();
            String optional = known.path("optionalPrefix").asText();
            if (!prefix.isEmpty() && option.startsWith(prefix)) {
                return true;
            }
            if (!optional.isEmpty() && option.startsWith(optional)) {
                return true;
            }
        }
        return false;
    }

    private List<String> parameters() {
        List<String> names = new ArrayList<>();
        options.fields()
                .forEachRemaining(
                        option -> {
                            if (option.getValue().path("kind").asText().equals("parameter")) {
                                names.add(option.getKey());
                            }
                        });
        return names;
    }

    private void checkValue(String option, String value, JsonNode known) throws RejectedException {
        if (value.contains("{{") || value.contains("${") || value.startsWith("#")) {
            return; // known only when it runs
        }
        String accepted =
                switch (known.path("type").asText()) {
                    case "boolean" -> value.matches("(?i)true|false") ? "" : "true, false";
                    case "integer", "number" ->
                            value.matches("[-+]?\\d+(\\.\\d+)?") ? "" : "a number";
                    case "duration" ->
                            value.matches("(?i)[-+]?\\d+|P.+|(\\d+(ms|s|m|h|d|[a-z]+)\\s*)+")
                                    ? ""
                                    : "milliseconds, or a duration such as 10s";
                    case "enum" -> words(known, value);
                    default -> "";
                };
        if (!accepted.isEmpty()) {
            throw new RejectedException(
                    String.format(
                            "%s: option \"%s\" is \"%s\"; accepted: %s",
                            scheme, option, value, accepted));
        }
    }

    private static String words(JsonNode known, String value) {
        List<String> words = new ArrayList<>();
        for (JsonNode word : known.path("enum")) {
            if (word.asText().equalsIgnoreCase(value)
                    || folded(word.asText()).equals(folded(value))) {
                return "";
            }
            words.add(word.asText());
        }
        return String.join(", ", words);
    }

    /** Camel takes {@code in-only} for {@code InOnly}. */
    private static String folded(String word) {
        return word.replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
    }
}
