package dev.drover.registry.mapping;

import dev.drover.registry.api.Property;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a record's own properties should be. Immutable; every {@code with} returns another one. A
 * value that is absent leaves its key absent.
 */
public final class OwnProperties {
    private final Map<OwnKey, Property> values;

    private OwnProperties(Map<OwnKey, Property> values) {
        this.values = values;
    }

    /** None of them. */
    public static OwnProperties none() {
        return new OwnProperties(new EnumMap<>(OwnKey.class));
    }

    /** Those of the keys in {@code stored} that are Drover's, as they are stored. */
    public static OwnProperties of(Map<String, Property> stored) {
        EnumMap<OwnKey, Property> own = new EnumMap<>(OwnKey.class);
        stored.forEach((key, value) -> OwnKey.of(key).ifPresent(known -> own.put(known, value)));
        return new OwnProperties(own);
    }

    /** With the text, cleaned and cut. */
    public OwnProperties with(OwnKey key, Optional<String> text) {
        return text.filter(it -> !it.isEmpty())
                .map(it -> with(key, new Property.Text(PropertyText.of(it, key.cap()))))
                .orElse(this);
    }

    public OwnProperties with(OwnKey key, String text) {
        return with(key, Optional.of(text));
    }

    public OwnProperties with(OwnKey key, OptionalInt number) {
        return number.isPresent() ? with(key, new Property.Whole(number.getAsInt())) : this;
    }

    public OwnProperties with(OwnKey key, boolean flag) {
        return with(key, new Property.Flag(flag));
    }

    private OwnProperties with(OwnKey key, Property value) {
        EnumMap<OwnKey, Property> more = new EnumMap<>(OwnKey.class);
        more.putAll(values);
        more.put(key, value);
        return new OwnProperties(more);
    }

    /** The text under the key, if it is one. */
    public Optional<String> text(OwnKey key) {
        return values.get(key) instanceof Property.Text text
                ? Optional.of(text.value())
                : Optional.empty();
    }

    /** The flag under the key; false when there is none. */
    public boolean flag(OwnKey key) {
        return values.get(key) instanceof Property.Flag flag && flag.value();
    }

    public boolean has(OwnKey key) {
        return values.containsKey(key);
    }

    /** The complete map for a write: these, and what others have put beside them. */
    public Map<String, Property> over(Map<String, Property> stored) {
        Map<String, Property> all = new LinkedHashMap<>();
        stored.forEach(
                (key, value) -> {
                    if (OwnKey.of(key).isEmpty()) {
                        all.put(key, value);
                    }
                });
        values.forEach((key, value) -> all.put(key.key(), value));
        return all;
    }

    /** Keys whose type or value is another in {@code stored}, for log lines. */
    public List<String> differences(Map<String, Property> stored) {
        OwnProperties there = of(stored);
        return java.util.Arrays.stream(OwnKey.values())
                .filter(key -> !java.util.Objects.equals(values.get(key), there.values.get(key)))
                .map(OwnKey::key)
                .toList();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OwnProperties own && own.values.equals(values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
