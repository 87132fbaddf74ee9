package dev.drover.registry.decision;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What is remembered of a workload between passes. Lost on restart without harm.
 *
 * @param standing as last told
 * @param missingLink the link whose record is missing, {@code registry/record}
 * @param missingSince when that was first seen while the registry was well; monotonic nanoseconds
 * @param patched when its record's properties were last changed
 * @param served names of history entries that were added
 * @param runningDue the version changed, and the new one has not been seen to run
 * @param endingSince when its deletion was first seen
 * @param annotated when its annotation was last written
 * @param badReference what is wrong with M and V, as last read
 * @param compared what was last compared with the record that the workload was made of
 */
public record Memory(
        Optional<Standing> standing,
        String missingLink,
        OptionalLong missingSince,
        OptionalLong patched,
        Set<String> served,
        boolean runningDue,
        OptionalLong endingSince,
        OptionalLong annotated,
        Optional<BadReference> badReference,
        String compared) {
    /** M and V as labelled, and what is wrong with them. */
    public record BadReference(String model, String version, String what) {}

    public Memory {
        served = Set.copyOf(served);
    }

    /** Of a workload that was never looked at. */
    public static Memory empty() {
        return new Memory(
                Optional.empty(),
                "",
                OptionalLong.empty(),
                OptionalLong.empty(),
                Set.of(),
                false,
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                "");
    }

    /** The same with another standing. */
    public Memory with(Standing now) {
        return new Memory(
                Optional.of(now),
                missingLink,
                missingSince,
                patched,
                served,
                runningDue,
                endingSince,
                annotated,
                badReference,
                compared);
    }

    /** How long the record of this link has been missing; empty when it has not. */
    OptionalLong missingFor(String link, long nowNanos) {
        return link.equals(missingLink) && missingSince.isPresent()
                ? OptionalLong.of(nowNanos - missingSince.getAsLong())
                : OptionalLong.empty();
    }

    Memory missing(String link, long nowNanos) {
        return new Memory(
                standing,
                link,
                link.equals(missingLink) && missingSince.isPresent()
                        ? missingSince
                        : OptionalLong.of(nowNanos),
                patched,
                served,
                runningDue,
                endingSince,
                annotated,
                badReference,
                compared);
    }

    /** A read said something else: the next sighting is the first again. */
    Memory notMissing() {
        return new Memory(
                standing,
                "",
                OptionalLong.empty(),
                patched,
                served,
                runningDue,
                endingSince,
                annotated,
                badReference,
                compared);
    }

    Memory patchedAt(long nowNanos) {
        return new Memory(
                standing,
                missingLink,
                missingSince,
                OptionalLong.of(nowNanos),
                served,
                runningDue,
                endingSince,
                annotated,
                badReference,
                compared);
    }

    Memory served(Set<String> names, boolean runningDue) {
        return new Memory(
                standing,
                missingLink,
                missingSince,
                patched,
                names,
                runningDue,
                endingSince,
                annotated,
                badReference,
                compared);
    }

    Memory endingSince(long nowNanos) {
        return new Memory(
                standing,
                missingLink,
                missingSince,
                patched,
                served,
                runningDue,
                endingSince.isPresent() ? endingSince : OptionalLong.of(nowNanos),
                annotated,
                badReference,
                compared);
    }

    Memory annotatedAt(long nowNanos) {
        return new Memory(
                standing,
                missingLink,
                missingSince,
                patched,
                served,
                runningDue,
                endingSince,
                OptionalLong.of(nowNanos),
                badReference,
                compared);
    }

    Memory badReference(Optional<BadReference> what) {
        return new Memory(
                standing,
                missingLink,
                missingSince,
                patched,
                served,
                runningDue,
                endingSince,
                annotated,
                what,
                compared);
    }

    Memory compared(String what) {
        return new Memory(
                standing,
                missingLink,
                missingSince,
                patched,
                served,
                runningDue,
                endingSince,
                annotated,
                badReference,
                what);
    }
}
