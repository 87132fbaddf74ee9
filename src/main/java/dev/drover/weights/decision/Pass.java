package dev.drover.weights.decision;

import dev.drover.intents.Mode;
import dev.drover.weights.metrics.SourceKind;
import dev.drover.weights.settings.Strategy;
import dev.drover.weights.settings.WeightsConfiguration;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One decision about a model that is balanced, from what is seen and remembered to the weights that
 * are wanted. Its parts run in the order of the methods below.
 */
final class Pass {
    private static final Duration FIRST_MOVE_PAUSE = Duration.ofSeconds(60);
    private static final double LONGEST_STEP_SECONDS = 60;

    final Observed observed;
    final WeightsConfiguration settings;
    final ModelState before;
    final Ownership ownership;
    final boolean[] managed;

    private final boolean paused;
    private final boolean stepDue;

    /** A patch was handed out and is not in the object: nothing may grow on top of it. */
    final boolean unseen;

    /** After this pass: somebody else may have put the weights back. */
    final Contention contention;

    Situation situation;
    Timeline timeline;
    RefMemory[] memories;
    EffectiveLoad[] loads;
    String latencyFrom;
    SourceKind latencySource;
    int[] desired;
    double shift;
    boolean firstMove;

    /** Something changed that is written at once, whatever the load. */
    boolean transition;

    Pass(Observed observed, ModelState before, Ownership ownership, boolean[] managed) {
        this.observed = observed;
        this.settings = observed.settings();
        this.before = before;
        this.ownership = ownership;
        this.managed = managed;
        this.situation = new Survey(observed, managed, ownership, before).situation();
        this.paused = observed.mode() == Mode.PAUSED;
        this.unseen = before.pending().isPresent() && ownership.confirmed().isEmpty();
        Timeline remembered = before.timeline();
        this.timeline =
                (leftObserveMode() ? remembered.withoutWrites() : remembered)
                        .after(ownership, observed);
        this.stepDue = !paused && stepDue();
        this.contention = contention();
    }

    private Contention contention() {
        WeightsConfiguration.Contention rules = settings.contention();
        Contention now = before.contention().at(observed.nanos(), rules);
        Optional<Pending> written =
                ownership.confirmed().filter(patch -> !patch.ofReason(WriteChoice.STATE));
        if (written.isPresent()) {
            now = now.written(written.get().atNanos(), rules);
        }
        return ownership.reverted() ? now.reverted(observed.nanos(), rules) : now;
    }

    /** Runs the decision; the results stand in the fields. */
    Pass run() {
        remember();
        loads = EffectiveLoad.of(situation, memories, settings);
        situation = Ramps.advance(situation, memories, loads);
        memories = normalised(memories);
        firstMove = firstMoveDue();
        step();
        want(desired());
        if (firstMove && shift < settings.deadband()) {
            firstMove = false; // too small to be made: from now on the load steps decide
            timeline = timeline.withFirstMoveConsidered(true);
            want(desired());
        }
        return this;
    }

    private void step() {
        if (observed.strategy() == Strategy.BALANCE) {
            if (stepDue && moves()) {
                memories = new LoadStep(situation, memories, loads, settings, response()).move();
            }
        } else if ((stepDue || firstMove) && comparable()) {
            memories =
                    new StatelessStep(
                                    situation,
                                    memories,
                                    observed.strategy(),
                                    settings.score(),
                                    latencySource)
                            .move();
        }
        if (stepDue) {
            timeline = timeline.steppedAt(observed.nanos());
        }
    }

    private boolean stepDue() {
        return timeline.step().isEmpty()
                || observed.nanos() - timeline.step().getAsLong()
                        >= settings.interval().toNanos() / 10 * 9;
    }

    private double stepSeconds() {
        if (timeline.step().isEmpty()) {
            return settings.interval().toNanos() / 1e9;
        }
        double passed = (observed.nanos() - timeline.step().getAsLong()) / 1e9;
        return Math.min(LONGEST_STEP_SECONDS, passed);
    }

    /** Takes over what is remembered of each ref, and what was read since. */
    private void remember() {
        latencySource = LatencyChoice.among(situation.fresh()).orElse(null);
        latencyFrom =
                latencySource == null
                        ? before.latencyFrom()
                        : settings.latency() + " " + latencySource;
        boolean sameLatency = latencyFrom.equals(before.latencyFrom());
        Smoothing smoothing =
                new Smoothing(
                        settings, latencySource, stepDue ? stepSeconds() : 0, observed.nanos());
        memories = new RefMemory[situation.refs().size()];
        for (Ref ref : situation.refs()) {
            int i = ref.spec().index();
            RefMemory memory = before.ref(ref.key());
            if (observed.refs().get(i).provider().isPresent()) {
                memory = memory.withManaged(ref.managed());
            }
            if (!sameLatency) {
                memory = memory.withFigures(memory.load(), memory.used(), memory.queue(), null);
            }
            if (memory.targetShare() == null && ref.takesPart() && !returns(ref, memory)) {
                memory = memory.withLag(null, null); // it takes part from now on
            }
            double share = situation.share(ref);
            memory = target(ref, smoothing.advance(ref, memory, share), share);
            memories[i] = memory.withStanding(ref.availability().standing());
        }
    }

    /** It was down or ramped, at the last look or in the object, and is not any more. */
    private static boolean returns(Ref ref, RefMemory memory) {
        boolean marked =
                ref.entry().fixed() && !ref.availability().standing().finished(ref.entry());
        return ref.takesPart()
                && (marked || !memory.standing().takesPart())
                && ref.entry().before().isPresent();
    }

    /** Where nothing is wanted yet, what stands in the object is. */
    private RefMemory target(Ref ref, RefMemory memory, double share) {
        if (ref.down()) {
            return ownership.restart() ? memory.withTarget(null) : memory;
        }
        if (!ref.takesPart()) {
            return memory.withTarget(null);
        }
        if (returns(ref, memory)) {
            return memory.withTarget(ref.entry().before().getAsDouble());
        }
        boolean fromObject =
                memory.targetShare() == null
                        || ownership.restart()
                        || (outright() && stepDue)
                        || leftObserveMode();
        return fromObject ? memory.withTarget(share) : memory;
    }

    /** Wanted shares add up to what is distributed, also after a ref came or went. */
    private RefMemory[] normalised(RefMemory[] memories) {
        List<Ref> sharing = situation.takingPart();
        double sum = 0;
        for (Ref ref : sharing) {
            sum += memories[ref.spec().index()].targetShare();
        }
        double wanted = situation.total() == 0 ? 0 : situation.distributed() / situation.total();
        if (sum > 0 && Math.abs(sum - wanted) > 1e-12) {
            for (Ref ref : sharing) {
                int i = ref.spec().index();
                memories[i] = memories[i].withTarget(memories[i].targetShare() * wanted / sum);
            }
        }
        return memories;
    }

    private boolean moves() {
        boolean pausing =
                timeline.firstMove().isPresent()
                        && observed.nanos() - timeline.firstMove().getAsLong()
                                < FIRST_MOVE_PAUSE.toNanos();
        return comparable() && timeline.firstMoveConsidered() && !unseen && !pausing;
    }

    /** Two refs at least, of which one can be compared with the other. */
    boolean comparable() {
        return situation.fresh().size() >= 2;
    }

    /** Nothing is written: what is published is where the weights would go, at once. */
    private boolean outright() {
        return observed.mode() == Mode.OBSERVE || contention.contended();
    }

    private double response() {
        if (outright()) {
            return 1;
        }
        Duration least = settings.interval().multipliedBy(6);
        Duration response = settings.response();
        return Smoothing.alpha(stepSeconds(), response.compareTo(least) > 0 ? response : least);
    }

    private boolean firstMoveDue() {
        return !paused
                && observed.strategy() != Strategy.HEALTH
                && !timeline.firstMoveConsidered()
                && comparable()
                && settled();
    }

    /** Every ref had its chance to be read. */
    boolean settled() {
        return situation.takingPart().stream().allMatch(ref -> ref.figures().attempted())
                || settlesIn().isZero();
    }

    /** How long a first scrape is waited for. */
    Duration settlesIn() {
        Duration twice = settings.interval().multipliedBy(2);
        Duration wait =
                twice.compareTo(settings.scrape().timeout()) > 0
                        ? twice
                        : settings.scrape().timeout();
        long left = timeline.firstSeen().getAsLong() + wait.toNanos() - observed.nanos();
        return Duration.ofNanos(Math.max(0, left));
    }

    private void want(int[] weights) {
        desired = weights;
        shift = Shift.between(present(), weights, managed);
    }

    private int[] desired() {
        if (paused) {
            return present();
        }
        if (observed.strategy() == Strategy.HEALTH) {
            int[] healthy = Baseline.healthy(situation);
            transition = !Arrays.equals(healthy, present());
            return healthy;
        }
        transition = Transitions.among(situation);
        if (situation.allDown() != AllDown.NO) {
            return transition ? Baseline.allDown(situation) : present();
        }
        if (firstMove && observed.strategy() == Strategy.BALANCE) {
            return Split.firstMove(situation).weights();
        }
        boolean moving = comparable() && (firstMove || timeline.firstMoveConsidered());
        if (!transition && Transitions.finished(situation)) {
            int[] held = Split.held(situation, memories).weights();
            transition = Transitions.leavesTraffic(situation, held, managed);
        }
        if (transition && (!moving || contention.contended())) {
            return Split.held(situation, memories).weights();
        }
        boolean relief = observed.strategy() != Strategy.SCORE;
        return moving ? Split.output(situation, memories, settings, relief).weights() : present();
    }

    /** When a ref is on its way back, or was found again, that goes on by itself. */
    Optional<Duration> changesIn() {
        return paused
                ? Optional.empty()
                : situation.refs().stream()
                        .map(ref -> ref.availability().changesAt())
                        .filter(OptionalLong::isPresent)
                        .map(at -> Duration.ofNanos(at.getAsLong() - observed.nanos()))
                        .min(Comparator.naturalOrder());
    }

    int[] present() {
        return situation.refs().stream().mapToInt(Ref::weight).toArray();
    }

    boolean leftObserveMode() {
        return before.mode() == Mode.OBSERVE && observed.mode() != Mode.OBSERVE;
    }
}
