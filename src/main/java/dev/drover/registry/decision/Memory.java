package dev.drover.registry.decision;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

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
 * @param compared with the record that the workload was made of
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
        Optional<Comparison> compared) {
    /** M and V as labelled, and what that registry says is wrong with them. */
    public record BadReference(String registry, String model, String version, String what) {}

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
                Optional.empty());
    }

    /** The same with another standing. */
    public Memory with(Standing now) {
        return changed(draft -> draft.standing = Optional.of(now));
    }

    /** How long the record of this link has been missing; empty when it has not. */
    OptionalLong missingFor(String link, long nowNanos) {
        return link.equals(missingLink) && missingSince.isPresent()
                ? OptionalLong.of(nowNanos - missingSince.getAsLong())
                : OptionalLong.empty();
    }

    Memory missing(String link, long nowNanos) {
        boolean known = link.equals(missingLink) && missingSince.isPresent();
        return changed(
                draft -> {
                    draft.missingLink = link;
                    draft.missingSince = known ? missingSince : OptionalLong.of(nowNanos);
                });
    }

    /** A read said something else: the next sighting is the first again. */
    Memory notMissing() {
        return changed(
                draft -> {
                    draft.missingLink = "";
                    draft.missingSince = OptionalLong.empty();
                });
    }

    Memory patchedAt(long nowNanos) {
        return changed(draft -> draft.patched = OptionalLong.of(nowNanos));
    }

    Memory served(Set<String> names, boolean runningDue) {
        return changed(
                draft -> {
                    draft.served = names;
                    draft.runningDue = runningDue;
                });
    }

    Memory endingSince(long nowNanos) {
        return endingSince.isPresent()
                ? this
                : changed(draft -> draft.endingSince = OptionalLong.of(nowNanos));
    }

    /**
     * After a pass whose writes were not taken: of what it came to only the time of the deletion
     * stays true.
     */
    public Memory unwritten(Memory decided, Standing now) {
        return changed(
                draft -> {
                    draft.standing = Optional.of(now);
                    draft.endingSince = decided.endingSince;
                });
    }

    Memory annotatedAt(long nowNanos) {
        return changed(draft -> draft.annotated = OptionalLong.of(nowNanos));
    }

    Memory badReference(Optional<BadReference> what) {
        return changed(draft -> draft.badReference = what);
    }

    Memory compared(Comparison comparison) {
        return changed(draft -> draft.compared = Optional.of(comparison));
    }

    private Memory changed(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.memory();
    }

    /** A memory that is being changed. */
    private static final class Draft {
        private Optional<Standing> standing;
        private String missingLink;
        private OptionalLong missingSince;
        private OptionalLong patched;
        private Set<String> served;
        private boolean runningDue;
        private OptionalLong endingSince;
        private OptionalLong annotated;
        private Optional<BadReference> badReference;
        private Optional<Comparison> compared;

        Draft(Memory before) {
            standing = before.standing;
            missingLink = before.missingLink;
            missingSince = before.missingSince;
            patched = before.patched;
            served = before.served;
            runningDue = before.runningDue;
            endingSince = before.endingSince;
            annotated = before.annotated;
            badReference = before.badReference;
            compared = before.compared;
        }

        Memory memory() {
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
                    compared);
        }
    }
}
