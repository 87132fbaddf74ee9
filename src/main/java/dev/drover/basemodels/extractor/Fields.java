package dev.drover.basemodels.extractor;

import dev.drover.basemodels.metadata.MetadataField;
import dev.drover.basemodels.metadata.ModelMetadata;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Gathers the fields of the result; a text that is too long for it is left out with a warning. */
final class Fields {
    private final Map<MetadataField, Object> values = new EnumMap<>(MetadataField.class);
    private final Warnings warnings;

    Fields(Warnings warnings) {
        this.warnings = warnings;
    }

    void text(MetadataField field, Optional<String> value) {
        value.filter(text -> fits(field, text)).ifPresent(text -> values.put(field, text));
    }

    void named(MetadataField field, String name, Optional<String> version) {
        Map<String, String> named = new LinkedHashMap<>();
        named.put("name", name);
        version.filter(text -> fits(field, text)).ifPresent(text -> named.put("version", text));
        values.put(field, named);
    }

    void number(MetadataField field, int value) {
        values.put(field, value);
    }

    void words(MetadataField field, List<String> words) {
        if (!words.isEmpty()) {
            values.put(field, words);
        }
    }

    ModelMetadata metadata() {
        return new ModelMetadata(values);
    }

    /** Control characters take six bytes each in JSON, and no name has any. */
    private boolean fits(MetadataField field, String text) {
        boolean fits =
                text.getBytes(StandardCharsets.UTF_8).length <= MetadataField.MAX_TEXT_BYTES
                        && text.codePoints().noneMatch(Character::isISOControl);
        if (!fits) {
            warnings.add(
                    Warning.FIELD_TOO_LONG,
                    field.key()
                            + " has more than "
                            + MetadataField.MAX_TEXT_BYTES
                            + " bytes or control characters, and is left out");
        }
        return fits;
    }
}
