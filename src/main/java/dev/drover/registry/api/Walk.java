package dev.drover.registry.api;

import java.util.Optional;

/**
 * How a walk over all records of a registry ended.
 *
 * @param extent what may be concluded from it
 * @param records how many different ones were handed on
 * @param unreadableAfter id of the last record before the page that the registry could not read;
 *     {@code 0} when that was the first page; only of a partial walk
 * @param failure why it is not complete
 */
public record Walk(
        Extent extent, int records, Optional<String> unreadableAfter, Optional<Failure> failure) {

    /** What a walk has seen. */
    public enum Extent {
        /** Every record: what was not seen is not there. */
        COMPLETE,
        /** Both ends up to a page that the registry cannot read (Q15): proves no absence. */
        PARTIAL,
        /** Some records, perhaps none: proves nothing. */
        FAILED
    }
}
