package dev.drover.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** Every key with its value and the settings it was made from. Immutable. */
final class Snapshot implements Values {

    /**
     * @param settings what somebody wrote: at most one, or the entries of a family; empty for the
     *     default
     */
    record Resolved(Object value, String defaultText, List<Setting> settings) {
        Origin origin() {
            return settings.isEmpty() ? Origin.DEFAULT : settings.get(0).origin();
        }
    }

    private final Map<Key<?>, Resolved> resolved;

    Snapshot(Map<Key<?>, Resolved> resolved) {
        this.resolved = new LinkedHashMap<>(resolved);
    }

    @Override
    @SuppressWarnings("unchecked") // a key's type read the value
    public <T> T get(Key<T> key) {
        return (T) resolved(key).value();
    }

    Resolved resolved(Key<?> key) {
        Resolved found = resolved.get(key);
        if (found == null) {
            throw new IllegalArgumentException(key + " is not part of the schema");
        }
        return found;
    }

    /** This snapshot with the live keys of the newer one. */
    Snapshot withLiveKeysOf(Snapshot newer) {
        Map<Key<?>, Resolved> merged = new LinkedHashMap<>(resolved);
        merged.replaceAll((key, value) -> key.isLive() ? newer.resolved(key) : value);
        return new Snapshot(merged);
    }

    /** Keys whose value differs in the other snapshot, in the order of the schema. */
    List<Key<?>> changed(Snapshot other) {
        List<Key<?>> changed = new ArrayList<>();
        resolved.forEach(
                (key, mine) -> {
                    if (!mine.value().equals(other.resolved(key).value())) {
                        changed.add(key);
                    }
                });
        return changed;
    }

    /** {@code key=value} of the key, of each entry of a family; secrets masked. */
    List<String> assignments(Key<?> key) {
        List<String> all = new ArrayList<>();
        effective(key, resolved(key)).forEach(row -> all.add(row.name() + "=" + row.value()));
        return all.isEmpty() ? List.of(key.name() + " (none)") : all;
    }

    List<EffectiveValue> effective() {
        List<EffectiveValue> all = new ArrayList<>();
        resolved.forEach((key, value) -> all.addAll(effective(key, value)));
        return all;
    }

    /** All keys with their text; secrets in clear, since a route may need them. */
    Properties properties() {
        Properties properties = new Properties();
        resolved.forEach(
                (key, value) -> {
                    if (value.settings().isEmpty() && !key.isFamily()) {
                        properties.setProperty(key.name(), value.defaultText());
                    }
                    value.settings().forEach(set -> properties.setProperty(set.key(), set.text()));
                });
        return properties;
    }

    private static List<EffectiveValue> effective(Key<?> key, Resolved resolved) {
        List<EffectiveValue> rows = new ArrayList<>();
        String byDefault = shown(key, resolved.defaultText());
        if (resolved.settings().isEmpty() && !key.isFamily()) {
            rows.add(new EffectiveValue(key.name(), byDefault, "default", byDefault, key.isLive()));
        }
        for (Setting setting : resolved.settings()) {
            rows.add(
                    new EffectiveValue(
                            setting.key(),
                            shown(key, setting.text()),
                            setting.origin().text(),
                            byDefault,
                            key.isLive()));
        }
        return rows;
    }

    private static String shown(Key<?> key, String text) {
        return key.isSecret() && !text.isEmpty() ? Quoted.MASK : text;
    }
}
