package dev.drover.registry.api;

import java.util.Optional;
import java.util.function.Function;

/**
 * What a registry said: a value, an absence, or nothing that can be relied on. A failure never
 * means that something is absent.
 */
public sealed interface Answer<T> permits Answer.Found, Answer.Absent, Answer.Failed {

    /** One of three functions, by what the answer is. */
    <R> R fold(
            Function<? super T, ? extends R> found,
            Function<Absent<T>, ? extends R> absent,
            Function<Failure, ? extends R> failed);

    /** The value, if there is one. */
    default Optional<T> value() {
        return fold(Optional::of, absent -> Optional.empty(), failed -> Optional.empty());
    }

    /** Why there is no answer, if there is none. */
    default Optional<Failure> failure() {
        return fold(found -> Optional.empty(), absent -> Optional.empty(), Optional::of);
    }

    /** True only for an absence that may lead to a create. */
    default boolean provenAbsent() {
        return fold(found -> false, Absent::authoritative, failed -> false);
    }

    /** What was asked for, or what a write left in the registry. */
    record Found<T>(T found) implements Answer<T> {
        @Override
        public <R> R fold(
                Function<? super T, ? extends R> found,
                Function<Absent<T>, ? extends R> absent,
                Function<Failure, ? extends R> failed) {
            return found.apply(this.found);
        }
    }

    /**
     * The registry says that there is no such thing.
     *
     * @param authoritative false when the registry says the same while it cannot read its database
     */
    record Absent<T>(boolean authoritative) implements Answer<T> {
        @Override
        public <R> R fold(
                Function<? super T, ? extends R> found,
                Function<Absent<T>, ? extends R> absent,
                Function<Failure, ? extends R> failed) {
            return absent.apply(this);
        }
    }

    /** No answer that says anything about what was asked for. */
    record Failed<T>(Failure why) implements Answer<T> {
        @Override
        public <R> R fold(
                Function<? super T, ? extends R> found,
                Function<Absent<T>, ? extends R> absent,
                Function<Failure, ? extends R> failed) {
            return failed.apply(why);
        }
    }
}
