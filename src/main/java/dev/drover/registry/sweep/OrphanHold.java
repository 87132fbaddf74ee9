package dev.drover.registry.sweep;

import java.time.Duration;
import java.util.Set;

/**
 * Holds orphans back when there are suspiciously many (spec registry 9.2): a wrong cache must not
 * close a fleet. The same ones are let go when three walks in a row, over at least the sweep
 * interval, have found them. Immutable; one a registry.
 *
 * @param suspects ids that are held back; empty = nothing is
 * @param walks in a row that found exactly these
 * @param sinceNanos when the first of them ended
 */
public record OrphanHold(Set<String> suspects, int walks, long sinceNanos) {
    private static final int LEAST = 5;
    private static final int WALKS = 3;

    /** Nothing is held back. */
    public static final OrphanHold NONE = new OrphanHold(Set.of(), 0, 0);

    public OrphanHold {
        suspects = Set.copyOf(suspects);
    }

    /**
     * The hold after a walk.
     *
     * @param orphans ids that it found
     * @param most as many may be orphans without being held back: {@link #most}
     */
    public OrphanHold after(Set<String> orphans, long most, long nowNanos) {
        if (orphans.size() <= most) {
            return NONE;
        }
        return orphans.equals(suspects)
                ? new OrphanHold(suspects, walks + 1, sinceNanos)
                : new OrphanHold(orphans, 1, nowNanos);
    }

    /**
     * How many orphans are not suspicious.
     *
     * @param deployed records of ours that say DEPLOYED
     * @param limitPercent of those
     */
    public static long most(long deployed, int limitPercent) {
        return Math.max(LEAST, deployed * limitPercent / 100);
    }

    /** True when they may be closed now. */
    public boolean releases(long nowNanos, Duration interval) {
        return suspects.isEmpty() || walks >= WALKS && nowNanos - sinceNanos >= interval.toNanos();
    }
}
