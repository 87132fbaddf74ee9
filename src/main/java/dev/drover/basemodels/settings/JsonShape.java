package dev.drover.basemodels.settings;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The form that a JSON value must have, so that a mistyped field is found when the configuration is
 * read and not by the API server with the first Job.
 */
sealed interface JsonShape {
    ObjectMapper JSON =
            JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

    /**
     * @throws IllegalArgumentException with the path of the first part that does not fit
     */
    void check(String path, JsonNode value);

    /**
     * Reads a text of this form.
     *
     * @throws IllegalArgumentException when it is not JSON or does not fit
     */
    default JsonNode read(String text) {
        JsonNode value;
        try {
            value = JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "is not JSON: line %d, column %d"
                            .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr()),
                    e);
        }
        check("", value);
        return value;
    }

    private static IllegalArgumentException problem(String path, String what) {
        return new IllegalArgumentException((path.isEmpty() ? "" : "at " + path + ": ") + what);
    }

    /** A scalar. */
    record Scalar(String what, Predicate<JsonNode> fits) implements JsonShape {
        @Override
        public void check(String path, JsonNode value) {
            if (!fits.test(value)) {
                throw problem(path, "is not " + what);
            }
        }
    }

    /** An array of values of one form. */
    record Many(JsonShape each) implements JsonShape {
        @Override
        public void check(String path, JsonNode value) {
            if (!value.isArray()) {
                throw problem(path, "is not an array");
            }
            for (int i = 0; i < value.size(); i++) {
                each.check(path + "[" + i + "]", value.get(i));
            }
        }
    }

    /** An object of these fields and no others. */
    record Fields(Map<String, JsonShape> fields, Set<String> required) implements JsonShape {
        @Override
        public void check(String path, JsonNode value) {
            if (!value.isObject()) {
                throw problem(path, "is not an object");
            }
            for (String name : required) {
                if (!value.has(name)) {
                    throw problem(path, "has no " + name);
                }
            }
            for (Map.Entry<String, JsonNode> field : value.properties()) {
                JsonShape shape = fields.get(field.getKey());
                if (shape == null) {
                    throw problem(path, "unknown field \"" + field.getKey() + "\"");
                }
                shape.check(
                        path.isEmpty() ? field.getKey() : path + "." + field.getKey(),
                        field.getValue());
            }
        }
    }

    /** An object whose fields all have one form, named as users like. */
    record Named(JsonShape each) implements JsonShape {
        @Override
        public void check(String path, JsonNode value) {
            if (!value.isObject()) {
                throw problem(path, "is not an object");
            }
            value.properties()
                    .forEach(field -> each.check(path + "." + field.getKey(), field.getValue()));
        }
    }

    static JsonShape text() {
        return new Scalar("text", JsonNode::isTextual);
    }

    static JsonShape integer(long least, long most) {
        return new Scalar(
                "a whole number from %d to %d".formatted(least, most),
                value ->
                        value.isIntegralNumber()
                                && value.canConvertToLong()
                                && value.asLong() >= least
                                && value.asLong() <= most);
    }

    static JsonShape word(String... words) {
        List<String> accepted = List.of(words);
        return new Scalar(
                "one of " + String.join(", ", accepted),
                value -> value.isTextual() && accepted.contains(value.asText()));
    }
}
