package dev.drover.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Makes values of what was written in the file and in the environment, and collects everything that
 * is wrong on the way. The environment wins over the file, the file over the defaults.
 */
final class Resolution {
    private final Schema schema;
    private final Map<String, String> variables;
    private final Map<String, Setting> settings = new LinkedHashMap<>();
    private final Map<Key<?>, Snapshot.Resolved> resolved = new LinkedHashMap<>();
    private final Values earlier = this::earlier;
    private final List<Problem> problems = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    Resolution(Schema schema, PropertiesFile file, Map<String, String> variables) {
        this.schema = schema;
        this.variables = variables;
        Environment environment = new Environment(schema, variables);
        problems.addAll(file.problems());
        warnings.addAll(environment.warnings());
        take(file.settings());
        take(environment.settings());
        schema.keys().forEach(this::resolve);
        Snapshot snapshot = new Snapshot(resolved);
        schema.constraints().forEach(rule -> check(rule, snapshot));
    }

    /** Without a file. */
    static Resolution of(Schema schema, Map<String, String> variables) {
        return new Resolution(schema, PropertiesFile.EMPTY, variables);
    }

    List<Problem> problems() {
        return problems;
    }

    List<String> warnings() {
        return warnings;
    }

    /** Complete only without problems. */
    Snapshot snapshot() {
        return new Snapshot(resolved);
    }

    private void take(List<Setting> source) {
        Map<String, Setting> taken = new LinkedHashMap<>();
        for (Setting setting : source) {
            Optional<Key<?>> renamed = renamed(setting.key());
            if (renamed.isPresent()) {
                String present = renamed.get().name();
                warnings.add(
                        setting.key()
                                + ": is now called "
                                + present
                                + " ("
                                + setting.origin()
                                + ")");
                taken.putIfAbsent(present, setting.renamed(present));
            } else if (schema.removed().containsKey(setting.key())) {
                problems.add(
                        Problem.at(setting, "is gone; " + schema.removed().get(setting.key())));
            } else if (known(setting.key())) {
                taken.put(setting.key(), setting);
            } else {
                problems.add(Problem.at(setting, "unknown key" + suggestion(setting.key())));
            }
        }
        settings.putAll(taken);
    }

    private Optional<Key<?>> renamed(String name) {
        for (Key<?> key : schema.keys()) {
            if (key.formerNames().contains(name)) {
                return Optional.of(key);
            }
        }
        return Optional.empty();
    }

    private boolean known(String name) {
        return schema.keys().stream()
                .anyMatch(
                        key ->
                                key.isFamily()
                                        ? key.rest(name).isPresent()
                                        : key.name().equals(name));
    }

    private String suggestion(String name) {
        return Suggestion.closest(name, schema.names())
                .or(() -> member(name))
                .or(
                        () ->
                                schema.names().stream()
                                        .filter(key -> key.endsWith("." + name))
                                        .findFirst())
                .map(meant -> "; did you mean " + meant + "?")
                .orElse("");
    }

    /** The member that was meant, of a family's key with an id in it. */
    private Optional<String> member(String name) {
        String id = name.substring(0, name.lastIndexOf('.') + 1);
        List<String> members =
                schema.keys().stream()
                        .flatMap(key -> key.beside(name).stream())
                        .map(key -> key.substring(id.length()))
                        .toList();
        return Suggestion.closest(name.substring(id.length()), members).map(id::concat);
    }

    private void resolve(Key<?> key) {
        if (key.isFamily()) {
            resolveFamily(key);
            return;
        }
        String defaultText = key.defaultIn(variables, earlier);
        Setting setting = settings.get(key.name());
        List<Setting> written = setting == null ? List.of() : List.of(setting);
        Setting used =
                setting == null ? new Setting(key.name(), defaultText, Origin.DEFAULT) : setting;
        read(key, used)
                .ifPresent(
                        value ->
                                resolved.put(
                                        key, new Snapshot.Resolved(value, defaultText, written)));
    }

    /** Of a key that was resolved before; its default when what was written is not acceptable. */
    @SuppressWarnings("unchecked") // a key's type read the value
    private <T> T earlier(Key<T> key) {
        Snapshot.Resolved value = resolved.get(key);
        return (T)
                (value != null
                        ? value.value()
                        : key.type().reader().apply(key.defaultIn(variables, earlier)));
    }

    private void resolveFamily(Key<?> key) {
        Map<String, Object> entries = new TreeMap<>();
        List<Setting> written = new ArrayList<>();
        for (Setting setting : settings.values()) {
            key.rest(setting.key())
                    .ifPresent(
                            rest -> {
                                read(key, setting).ifPresent(value -> entries.put(rest, value));
                                written.add(setting);
                            });
        }
        resolved.put(key, new Snapshot.Resolved(Map.copyOf(entries), "", written));
    }

    private Optional<Object> read(Key<?> key, Setting setting) {
        try {
            return Optional.of(key.type().reader().apply(setting.text()));
        } catch (Unacceptable e) {
            String shown = key.isSecret() ? Quoted.MASK : Quoted.text(e.offending());
            problems.add(Problem.at(setting, shown + " " + e.reason() + accepted(key)));
        } catch (ArithmeticException e) {
            problems.add(
                    Problem.at(
                            setting,
                            Quoted.text(setting.text()) + " is too large" + accepted(key)));
        }
        return Optional.empty();
    }

    private static String accepted(Key<?> key) {
        String accepted = key.type().accepted();
        return accepted.isEmpty() ? "" : "; accepted: " + accepted;
    }

    private void check(Constraint rule, Snapshot snapshot) {
        if (!resolved.keySet().containsAll(rule.keys())) {
            return;
        }
        rule.violation()
                .apply(snapshot)
                .ifPresent(
                        text ->
                                problems.add(
                                        new Problem(
                                                rule.keys().get(0).name(),
                                                text,
                                                blamed(rule).text())));
    }

    /** The blamed key's origin, or that of the first key of the rule that somebody set. */
    private Origin blamed(Constraint rule) {
        return rule.keys().stream()
                .map(key -> resolved.get(key).origin())
                .filter(origin -> !origin.equals(Origin.DEFAULT))
                .findFirst()
                .orElse(Origin.DEFAULT);
    }
}
