package dev.drover.basemodels.metadata;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The eight fields of a model's {@code spec} that an extraction may fill, in the order in which
 * they are written. Values are plain JSON: {@code String}, {@code Integer}, {@code List<String>},
 * and for the two named ones a {@code Map} of {@code name} and perhaps {@code version}.
 */
public enum MetadataField {
    MODEL_TYPE("modelType", Shape.TEXT),
    MODEL_ARCHITECTURE("modelArchitecture", Shape.TEXT),
    MODEL_FORMAT("modelFormat", Shape.NAMED),
    MODEL_FRAMEWORK("modelFramework", Shape.NAMED),
    MODEL_PARAMETER_SIZE("modelParameterSize", Shape.TEXT),
    /** 1 to 2147483647. */
    MAX_TOKENS("maxTokens", Shape.COUNT),
    MODEL_CAPABILITIES("modelCapabilities", Shape.WORDS),
    QUANTIZATION("quantization", Shape.TEXT);

    /** Longest text in a result, UTF-8. */
    public static final int MAX_TEXT_BYTES = 256;

    private final String key;

    private enum Shape {
        TEXT,
        COUNT,
        WORDS,
        NAMED
    }

    private final Shape shape;

    MetadataField(String key, Shape shape) {
        this.key = key;
        this.shape = shape;
    }

    /** As in the model's {@code spec} and in the result: {@code modelParameterSize}. */
    public String key() {
        return key;
    }

    /**
     * The value in its normal form (immutable, unknown parts dropped), empty when it is none for
     * this field: of another type, out of range, without text, longer than {@link #MAX_TEXT_BYTES}.
     */
    public Optional<Object> normal(Object json) {
        return Optional.ofNullable(
                switch (shape) {
                    case TEXT -> text(json);
                    case COUNT -> count(json);
                    case WORDS -> words(json);
                    case NAMED -> named(json);
                });
    }

    private static String text(Object json) {
        return json instanceof String text
                        && !text.isBlank()
                        && text.getBytes(StandardCharsets.UTF_8).length <= MAX_TEXT_BYTES
                ? text
                : null;
    }

    private static Integer count(Object json) {
        if (!(json instanceof Integer || json instanceof Long)) {
            return null;
        }
        long value = ((Number) json).longValue();
        return value >= 1 && value <= Integer.MAX_VALUE ? (int) value : null;
    }

    private static List<String> words(Object json) {
        if (!(json instanceof List<?> list) || list.isEmpty()) {
            return null;
        }
        List<String> words = list.stream().map(MetadataField::text).toList();
        return words.contains(null) ? null : words;
    }

    private static Map<String, String> named(Object json) {
        if (!(json instanceof Map<?, ?> map) || text(map.get("name")) == null) {
            return null;
        }
        Object version = map.get("version");
        if (version != null && text(version) == null) {
            return null;
        }
        Map<String, String> named = new LinkedHashMap<>();
        named.put("name", text(map.get("name")));
        if (version != null) {
            named.put("version", text(version));
        }
        return Collections.unmodifiableMap(named);
    }
}
