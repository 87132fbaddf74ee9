package dev.drover.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The keys of one part of the program, the rules between them, and the keys that are gone. Parts
 * are put together with {@link #and}.
 *
 * @param removed name of a key that no longer exists, and what to use instead
 */
public record Schema(List<Key<?>> keys, List<Constraint> constraints, Map<String, String> removed) {

    public Schema {
        keys = List.copyOf(keys);
        constraints = List.copyOf(constraints);
        removed = Map.copyOf(removed);
        Set<String> names = new HashSet<>(removed.keySet());
        for (Key<?> key : keys) {
            if (!names.add(key.environmentName())) {
                throw new IllegalArgumentException(key + " is declared twice");
            }
        }
    }

    public static Schema of(Key<?>... keys) {
        return new Schema(List.of(keys), List.of(), Map.of());
    }

    /** The same keys, with one more rule. */
    public Schema rule(Constraint constraint) {
        List<Constraint> all = new ArrayList<>(constraints);
        all.add(constraint);
        return new Schema(keys, all, removed);
    }

    /** The same keys; setting {@code name} stops the start with the advice. */
    public Schema without(String name, String advice) {
        Map<String, String> all = new LinkedHashMap<>(removed);
        all.put(name, advice);
        return new Schema(keys, constraints, all);
    }

    /** Both together. */
    public Schema and(Schema other) {
        Map<String, String> gone = new LinkedHashMap<>(removed);
        gone.putAll(other.removed);
        return new Schema(concat(keys, other.keys), concat(constraints, other.constraints), gone);
    }

    /** The values when nobody sets anything; what depends on the environment sees an empty one. */
    public Values defaults() {
        Resolution resolution = Resolution.of(this, Map.of());
        if (!resolution.problems().isEmpty()) {
            throw new IllegalStateException("defaults: " + resolution.problems());
        }
        return resolution.snapshot();
    }

    /**
     * Values of these variables alone, whatever file this process has.
     *
     * @param variables by their names in the environment
     * @throws ConfigurationException with every problem
     */
    public Values values(Map<String, String> variables) {
        Resolution resolution = Resolution.of(this, variables);
        if (!resolution.problems().isEmpty()) {
            throw new ConfigurationException(resolution.problems());
        }
        return resolution.snapshot();
    }

    List<String> names() {
        return keys.stream().map(Key::name).collect(Collectors.toList());
    }

    private static <E> List<E> concat(List<? extends E> first, List<? extends E> second) {
        List<E> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }
}
