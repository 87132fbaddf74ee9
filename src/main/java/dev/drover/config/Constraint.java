package dev.drover.config;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A rule over several keys, checked once each of them alone is acceptable. The first key is the one
 * that is blamed.
 *
 * @param violation what is wrong and what is accepted, as it continues {@code <first key>: …};
 *     empty when the rule holds
 */
public record Constraint(List<Key<?>> keys, Function<Values, Optional<String>> violation) {
    public Constraint {
        keys = List.copyOf(keys);
    }

    /** The rule that the second duration is larger than the first. */
    public static Constraint less(Key<java.time.Duration> smaller, Key<java.time.Duration> larger) {
        return new Constraint(
                List.of(larger, smaller),
                values ->
                        values.get(larger).compareTo(values.get(smaller)) > 0
                                ? Optional.empty()
                                : Optional.of(
                                        String.format(
                                                "%s is not above %s %s; accepted: more than %3$s",
                                                Durations.text(values.get(larger)),
                                                smaller,
                                                Durations.text(values.get(smaller)))));
    }
}
