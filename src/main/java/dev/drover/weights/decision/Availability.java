package dev.drover.weights.decision;

import dev.drover.weights.metrics.Stall;
import dev.drover.weights.objects.ProviderRef;
import dev.drover.weights.settings.Strategy;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Whether a ref may get traffic (spec weights 6.6).
 *
 * @param phase in, out, or on its way back
 * @param next what the state says of it once this decision is written
 * @param outage why it is down, while the cause is seen
 * @param standing what the next decision needs to know
 * @param stageOver the ramp's stage has lasted long enough
 * @param changesAt when this changes by itself
 */
record Availability(
        Phase phase,
        StateEntry next,
        Optional<Outage> outage,
        Standing standing,
        boolean stageOver,
        OptionalLong changesAt) {
    static final int LAST_STAGE = 5;

    /** What a ref may do. */
    enum Phase {
        UP,
        DOWN,
        RAMP
    }

    /** Of a ref that never goes down: unmanaged or drained. */
    static Availability untouched(StateEntry entry) {
        return up(entry, Standing.USUAL);
    }

    /** Of a ref whose provider may still come, until then. */
    static Availability expected(StateEntry entry, long until) {
        return new Availability(
                Phase.UP, entry, Optional.empty(), Standing.USUAL, false, OptionalLong.of(until));
    }

    /**
     * @param before share to return to, if it goes down now
     * @param writtenNanos when what the entry says was written, if that was seen just now
     */
    static Availability of(
            ProviderRef ref,
            RefInputs inputs,
            Stall stall,
            StateEntry entry,
            Standing standing,
            double before,
            OptionalLong writtenNanos,
            Observed observed) {
        Optional<Outage> outage = Outage.of(ref, inputs, stall);
        boolean finished = standing.finished(entry);
        if (outage.isPresent()) {
            double share = finished ? before : entry.before().orElse(before);
            StateEntry next = entry.down(outage.get().cause().word(), share);
            return new Availability(
                    Phase.DOWN, next, outage, Standing.DOWN, false, OptionalLong.empty());
        }
        if (entry.zero().isPresent()) {
            return afterOutage(entry, inputs, stall, standing, before, observed);
        }
        if (finished) {
            return up(entry, standing);
        }
        if (entry.ramp().isPresent()) {
            return ramping(entry, standing, writtenNanos, observed);
        }
        return up(entry, new Standing(OptionalInt.empty(), OptionalLong.empty(), true));
    }

    private static Availability afterOutage(
            StateEntry entry,
            RefInputs inputs,
            Stall stall,
            Standing standing,
            double before,
            Observed observed) {
        String zero = entry.zero().get();
        long clear = standing.since().orElse(observed.nanos());
        Standing waiting = Standing.clearSince(clear);
        if (!Outage.over(zero, inputs.health(), stall)) {
            return new Availability(
                    Phase.DOWN,
                    entry,
                    Optional.empty(),
                    Standing.DOWN,
                    false,
                    OptionalLong.empty());
        }
        long until = clear + observed.providerPause().toNanos();
        if (Outage.ofProvider(zero) && until - observed.nanos() > 0) {
            return new Availability(
                    Phase.DOWN, entry, Optional.empty(), waiting, false, OptionalLong.of(until));
        }
        if (observed.strategy() == Strategy.HEALTH) {
            return up(entry, Standing.USUAL);
        }
        StateEntry next = entry.ramping(0, entry.before().orElse(before));
        return new Availability(
                Phase.RAMP, next, Optional.empty(), waiting, false, OptionalLong.empty());
    }

    private static Availability ramping(
            StateEntry entry, Standing standing, OptionalLong writtenNanos, Observed observed) {
        int stage = entry.ramp().getAsInt();
        boolean known = standing.stage().equals(entry.ramp());
        long since =
                known
                        ? standing.since().orElse(observed.nanos())
                        : writtenNanos.orElse(observed.nanos());
        long end = since + observed.stage().toNanos();
        boolean over = end - observed.nanos() <= 0;
        if (observed.strategy() == Strategy.HEALTH || (over && stage >= LAST_STAGE)) {
            return up(entry, Standing.atStage(stage, since, true));
        }
        return new Availability(
                Phase.RAMP,
                entry,
                Optional.empty(),
                Standing.atStage(stage, since, false),
                over,
                over ? OptionalLong.empty() : OptionalLong.of(end));
    }

    private static Availability up(StateEntry entry, Standing standing) {
        return new Availability(
                Phase.UP,
                entry.unmarked(),
                Optional.empty(),
                standing,
                false,
                OptionalLong.empty());
    }

    /** Its provider was never seen and may still come. */
    boolean awaited() {
        return phase == Phase.UP && changesAt.isPresent();
    }

    /** Its cause is there; without one it only waits for something, or ramps. */
    boolean out() {
        return outage.isPresent();
    }

    /** The same without any stages or waiting: the traffic has to go somewhere. */
    Availability atOnce() {
        return new Availability(
                Phase.UP,
                next.unmarked(),
                Optional.empty(),
                Standing.USUAL,
                false,
                OptionalLong.empty());
    }

    /** The same one stage further. */
    Availability advanced() {
        StateEntry further = next.ramping(next.ramp().orElse(0) + 1, next.before().orElse(0));
        return new Availability(phase, further, outage, standing, false, OptionalLong.empty());
    }

    /** The same while every ref is down and the baseline is better than nothing. */
    Availability withoutZero() {
        return new Availability(phase, next.withoutZero(), outage, standing, stageOver, changesAt);
    }
}
