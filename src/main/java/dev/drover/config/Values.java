package dev.drover.config;

/** The values in force at one moment. Every key that the schema declares has one. */
@FunctionalInterface
public interface Values {

    /**
     * The value of the key, its default when nobody set it; never null.
     *
     * @throws IllegalArgumentException for a key that the schema does not declare: a mistake in the
     *     program, not of a user
     */
    <T> T get(Key<T> key);
}
