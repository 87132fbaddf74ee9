package dev.drover.config;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * One configuration key: its name, what it accepts, what it is when nobody sets it, and whether a
 * change applies while running. Declared once as a constant; the same constant reads the value
 * ({@link Values#get}), checks it at start and writes its row of the manual. Immutable, the methods
 * that change something return a new key. Two keys are equal when their names are.
 */
public final class Key<T> {
    private final String name;
    private final KeyType<?> type;
    private final boolean family;
    private final String suffix; // what follows the free part of a family's keys
    private final String defaultText;
    private final ComputedDefault computed;
    private final boolean live;
    private final boolean secret;
    private final String meaning;
    private final List<String> formerNames;

    private Key(
            String name,
            KeyType<?> type,
            boolean family,
            String suffix,
            String defaultText,
            ComputedDefault computed,
            boolean live,
            boolean secret,
            String meaning,
            List<String> formerNames) {
        this.name = Objects.requireNonNull(name);
        this.type = Objects.requireNonNull(type);
        this.family = family;
        this.suffix = suffix;
        this.defaultText = Objects.requireNonNull(defaultText);
        this.computed = computed;
        this.live = live;
        this.secret = secret;
        this.meaning = meaning;
        this.formerNames = List.copyOf(formerNames);
    }

    /**
     * A key with the default as a user would write it; it is checked when a schema is made of it.
     */
    public static <T> Key<T> of(String name, KeyType<T> type, String defaultText) {
        return new Key<>(name, type, false, "", defaultText, null, false, false, "", List.of());
    }

    /**
     * All keys {@code name.<rest>} together, as a map from {@code <rest>} to value; empty by
     * default. In the environment the rest is lower case with dots, since nothing else can be told
     * from it: {@code DROVER_LOG_LEVELS_DEV_DROVER} sets {@code dev.drover}.
     */
    public static <V> Key<Map<String, V>> family(String name, KeyType<V> entries) {
        return new Key<>(name, entries, true, "", "", null, false, false, "", List.of());
    }

    /**
     * All keys {@code name.<id>.member} together, as a map from {@code <id>} to value; empty by
     * default.
     */
    public static <V> Key<Map<String, V>> family(String name, String member, KeyType<V> entries) {
        return new Key<>(name, entries, true, "." + member, "", null, false, false, "", List.of());
    }

    /** A change applies to the running process. */
    public Key<T> live() {
        return new Key<>(
                name,
                type,
                family,
                suffix,
                defaultText,
                computed,
                true,
                secret,
                meaning,
                formerNames);
    }

    /** The value is shown as {@code ******} wherever it is shown. */
    public Key<T> secret() {
        return new Key<>(
                name,
                type,
                family,
                suffix,
                defaultText,
                computed,
                live,
                true,
                meaning,
                formerNames);
    }

    /** The sentence of the manual. */
    public Key<T> meaning(String sentence) {
        return new Key<>(
                name,
                type,
                family,
                suffix,
                defaultText,
                computed,
                live,
                secret,
                sentence,
                formerNames);
    }

    /** Names that are still accepted, with a warning that tells the present one. */
    public Key<T> formerly(String... names) {
        return new Key<>(
                name,
                type,
                family,
                suffix,
                defaultText,
                computed,
                live,
                secret,
                meaning,
                List.of(names));
    }

    /** The default depends on the environment; {@code described} says how, in the manual. */
    public Key<T> defaultFrom(String described, Function<Map<String, String>, String> fromEnv) {
        return computed(described, (environment, values) -> fromEnv.apply(environment));
    }

    /**
     * The default depends on another key, which the schema must declare before this one; {@code
     * described} says how, in the manual.
     */
    public <S> Key<T> defaultBy(Key<S> other, String described, Function<S, String> rule) {
        return computed(described, (environment, values) -> rule.apply(values.get(other)));
    }

    private Key<T> computed(String described, ComputedDefault rule) {
        return new Key<>(
                name, type, family, suffix, described, rule, live, secret, meaning, formerNames);
    }

    /** As the manual shows it; {@code name.<id>.member} for such a family. */
    public String name() {
        return suffix.isEmpty() ? name : name + ".<id>" + suffix;
    }

    /** What one value, or one entry of a family, accepts. */
    public KeyType<?> type() {
        return type;
    }

    /** The default as the manual shows it. */
    public String defaultText() {
        return defaultText;
    }

    public boolean isFamily() {
        return family;
    }

    public boolean isLive() {
        return live;
    }

    public boolean isSecret() {
        return secret;
    }

    public String meaning() {
        return meaning;
    }

    public List<String> formerNames() {
        return formerNames;
    }

    /** {@code drover.lease.renew-deadline} is {@code DROVER_LEASE_RENEW_DEADLINE}. */
    public String environmentName() {
        return environmentName(name());
    }

    static String environmentName(String name) {
        return name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    String defaultIn(Map<String, String> environment, Values values) {
        return computed == null ? defaultText : computed.text(environment, values);
    }

    /** The free part of a key of this family, or nothing when the key is not of this family. */
    Optional<String> rest(String key) {
        return family ? between(key, name + ".", suffix) : Optional.empty();
    }

    /** The key of this family that a variable sets, if it sets one. */
    Optional<String> entry(String variable) {
        return family
                ? between(variable, environmentName(name) + "_", environmentName(suffix))
                        .map(rest -> rest.toLowerCase(Locale.ROOT).replace('_', '.'))
                        .map(rest -> name + "." + rest + suffix)
                : Optional.empty();
    }

    /** The key of this family that has the id of {@code key}, if that looks like one of it. */
    Optional<String> beside(String key) {
        int member = key.lastIndexOf('.');
        return family && !suffix.isEmpty() && member > name.length() && key.startsWith(name + ".")
                ? Optional.of(key.substring(0, member) + suffix)
                : Optional.empty();
    }

    private static Optional<String> between(String text, String before, String after) {
        int rest = text.length() - before.length() - after.length();
        return rest > 0 && text.startsWith(before) && text.endsWith(after)
                ? Optional.of(text.substring(before.length(), text.length() - after.length()))
                : Optional.empty();
    }

    /** A default that is not known before the environment and earlier keys are. */
    private interface ComputedDefault {
        String text(Map<String, String> environment, Values values);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Key<?> key && key.name().equals(name());
    }

    @Override
    public int hashCode() {
        return name().hashCode();
    }

    @Override
    public String toString() {
        return name();
    }
}
