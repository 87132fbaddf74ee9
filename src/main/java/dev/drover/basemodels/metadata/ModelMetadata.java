package dev.drover.basemodels.metadata;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * What is known about a model: of each known field its value as plain JSON, in the order of {@link
 * MetadataField}. A field that is not known is absent, never empty.
 */
public record ModelMetadata(Map<MetadataField, Object> values) {
    /**
     * @throws IllegalArgumentException when a value is none for its field
     */
    public ModelMetadata {
        Map<MetadataField, Object> normal = new EnumMap<>(MetadataField.class);
        values.forEach(
                (field, value) ->
                        normal.put(
                                field,
                                field.normal(value)
                                        .orElseThrow(
                                                () ->
                                                        new IllegalArgumentException(
                                                                "no value for " + field.key()))));
        values = Collections.unmodifiableMap(normal);
    }

    public Optional<Object> get(MetadataField field) {
        return Optional.ofNullable(values.get(field));
    }

    /** The field as text; empty also for fields that are not text. */
    public Optional<String> text(MetadataField field) {
        return get(field).filter(String.class::isInstance).map(String.class::cast);
    }
}
