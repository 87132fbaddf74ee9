package dev.drover.basemodels.extractor;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * A configuration and the one of its text model: most keys may stand in either, the top one first.
 */
record TextModel(JsonObject top, JsonObject nested) {
    static TextModel of(JsonObject top) {
        return new TextModel(
                top,
                ConfigKeys.NESTED.stream()
                        .flatMap(key -> top.object(key).stream())
                        .findFirst()
                        .orElse(JsonObject.EMPTY));
    }

    Optional<String> text(String key) {
        return top.text(key).or(() -> nested.text(key));
    }

    /** A number above 0. */
    OptionalLong positive(String key) {
        OptionalLong value = positive(top, key);
        return value.isPresent() ? value : positive(nested, key);
    }

    static OptionalLong positive(JsonObject json, String key) {
        OptionalLong value = json.whole(key);
        return value.isPresent() && value.getAsLong() > 0 ? value : OptionalLong.empty();
    }
}
