package dev.drover.basemodels.extractor;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** What was kept of a JSON object. A value of another type than asked for is as good as absent. */
record JsonObject(Map<String, Object> members) {
    /** An explicit null. */
    static final Object NULL = new Object();

    /** A value that is there but was not kept. */
    static final Object OTHER = new Object();

    static final JsonObject EMPTY = new JsonObject(Map.of());

    /** A text that is not blank. */
    Optional<String> text(String name) {
        return members.get(name) instanceof String text && !text.isBlank()
                ? Optional.of(text)
                : Optional.empty();
    }

    /** A whole number that fits a long. */
    OptionalLong whole(String name) {
        return members.get(name) instanceof Long whole
                ? OptionalLong.of(whole)
                : OptionalLong.empty();
    }

    boolean isTrue(String name) {
        return Boolean.TRUE.equals(members.get(name));
    }

    Optional<JsonObject> object(String name) {
        return members.get(name) instanceof JsonObject object
                ? Optional.of(object)
                : Optional.empty();
    }

    Optional<List<String>> texts(String name) {
        if (members.get(name) instanceof List<?> list) {
            return Optional.of(list.stream().map(String.class::cast).toList());
        }
        return Optional.empty();
    }

    /** There, and not null. */
    boolean has(String name) {
        Object value = members.get(name);
        return value != null && value != NULL;
    }

    boolean isExplicitNull(String name) {
        return members.get(name) == NULL;
    }
}
