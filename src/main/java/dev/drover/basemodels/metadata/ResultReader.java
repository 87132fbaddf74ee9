package dev.drover.basemodels.metadata;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import dev.drover.basemodels.metadata.ExtractionResult.Failure;
import dev.drover.basemodels.metadata.ExtractionResult.Invalid;
import dev.drover.basemodels.metadata.ExtractionResult.Success;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;

/** Reads a termination message into a result, or into what is wrong with it. */
final class ResultReader {
    private static final ObjectReader JSON =
            new ObjectMapper()
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .readerFor(new TypeReference<Map<String, Object>>() {});

    private ResultReader() {}

    /** One thing that is wrong. */
    private static final class Wrong extends RuntimeException {
        private static final long serialVersionUID = 1;

        Wrong(String problem) {
            super(problem, null, false, false);
        }
    }

    static ExtractionResult read(String message) {
        if (message == null || message.isBlank()) {
            return new Invalid("it is empty");
        }
        try {
            return result(object(resultLine(message)));
        } catch (Wrong wrong) {
            return new Invalid(wrong.getMessage());
        }
    }

    static ExtractionResult madeFor(ExtractionResult result, String actual, String expected) {
        return actual.equals(expected)
                ? result
                : new Invalid("it was made for another fingerprint than " + expected);
    }

    /** The message, or of a log's end the last line that looks like a result. */
    private static String resultLine(String message) {
        List<String> lines = message.lines().map(String::strip).toList();
        for (int i = lines.size() - 1; i >= 0; i--) {
            if (lines.get(i).startsWith("{\"v\":")) {
                return lines.get(i);
            }
        }
        return message.strip();
    }

    private static Map<String, Object> object(String line) {
        int bytes = line.getBytes(UTF_8).length;
        if (bytes > ExtractionResult.MAX_BYTES) {
            throw new Wrong("it has " + bytes + " bytes, more than " + ExtractionResult.MAX_BYTES);
        }
        try {
            Map<String, Object> json = JSON.readValue(line);
            if (json == null) {
                throw new Wrong("it is no JSON object");
            }
            return json;
        } catch (JsonProcessingException notJson) {
            throw new Wrong("it is cut or not a JSON object");
        }
    }

    private static ExtractionResult result(Map<String, Object> json) {
        if (!Objects.equals(json.get("v"), ExtractionResult.VERSION)) {
            throw new Wrong("its version v is not " + ExtractionResult.VERSION);
        }
        if (!(json.get("ok") instanceof Boolean ok)) {
            throw new Wrong("ok is neither true nor false");
        }
        return ok ? success(json) : failure(json);
    }

    private static Success success(Map<String, Object> json) {
        ParameterSource source =
                ParameterSource.ofWord(json.get("parameterSource"))
                        .orElseThrow(() -> new Wrong("parameterSource is not known"));
        OptionalLong count = count(json.get("parameterCount"));
        if (count.isPresent() == (source == ParameterSource.NONE)) {
            throw new Wrong("parameterCount and parameterSource contradict each other");
        }
        return new Success(
                text(json, "fp"),
                text(json, "foundAt"),
                fields(json.get("fields")),
                count,
                source,
                texts(json, "warnings"));
    }

    private static Failure failure(Map<String, Object> json) {
        FailureCode code =
                FailureCode.ofWord(text(json, "code"))
                        .orElseThrow(() -> new Wrong("code is not known"));
        if (!Objects.equals(json.get("exit"), code.exit())) {
            throw new Wrong("exit is not " + code.exit() + " as for code " + code.word());
        }
        return new Failure(
                text(json, "fp"),
                code,
                text(json, "message"),
                text(json, "hint"),
                texts(json, "saw"));
    }

    private static ModelMetadata fields(Object json) {
        if (!(json instanceof Map<?, ?> map)) {
            throw new Wrong("fields is not an object");
        }
        Map<MetadataField, Object> fields = new EnumMap<>(MetadataField.class);
        for (MetadataField field : MetadataField.values()) {
            Object value = map.get(field.key());
            if (value != null) {
                fields.put(
                        field,
                        field.normal(value)
                                .orElseThrow(
                                        () ->
                                                new Wrong(
                                                        "fields."
                                                                + field.key()
                                                                + " is not legal")));
            }
        }
        return new ModelMetadata(fields);
    }

    private static OptionalLong count(Object json) {
        if (json == null) {
            return OptionalLong.empty();
        }
        if ((json instanceof Integer || json instanceof Long) && ((Number) json).longValue() > 0) {
            return OptionalLong.of(((Number) json).longValue());
        }
        throw new Wrong("parameterCount is no positive whole number");
    }

    /** A text, empty when absent. */
    private static String text(Map<String, Object> json, String key) {
        Object value = json.get(key);
        if (value == null) {
            return "";
        }
        if (value instanceof String text) {
            return text;
        }
        throw new Wrong(key + " is not a text");
    }

    private static List<String> texts(Map<String, Object> json, String key) {
        Object value = json.get(key);
        if (value == null) {
            return List.of();
        }
        if (value instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
            return list.stream().map(String.class::cast).toList();
        }
        throw new Wrong(key + " is not a list of texts");
    }
}
