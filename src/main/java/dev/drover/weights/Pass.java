package dev.drover.weights;

import dev.drover.intents.Mode;
import dev.drover.weights.metrics.SourceKind;
import java.time.Duration;
import java.util.List;

/**
 * One decision about a model that is balanced, from what is seen and remembered to the weights that
 * are wanted. Its parts run in the order of the methods below.
 */
final class Pass {
    private static final Duration FIRST_MOVE_PAUSE = Duration.ofSeconds(60);
    private static final double LONGEST_STEP_SECONDS = 60;

    final Observed observed;
    final DecisionSettings settings;
    final ModelState before;
    final Ownership ownership;
    final Situation situation;
    final boolean[] managed;

    private final boolean paused;
    private final boolean stepDue;

    /** A patch was handed out and is not in the object: nothing may grow on top of it. */
    final boolean unseen;

    Timeline timeline;
    RefMemory[] memories;
    EffectiveLoad[] loads;
    String latencyFrom;
    SourceKind latencySource;
    int[] desired;
    double shift;
    boolean firstMove;

    Pass(Observed observed, ModelState before, Ownership ownership, boolean[] managed) {
        this.observed = observed;
        this.settings = observed.settings();
        this.before = before;
        this.ownership = ownership;
        this.managed = managed;
        this.situation = Situation.of(observed, managed, ownership.entries());
        this.paused = observed.mode() == Mode.PAUSED;
        this.unseen = before.pending().isPresent() && ownership.confirmed().isEmpty();
        Timeline remembered = before.timeline();
        this.timeline =
                (leftObserveMode() ? remembered.withoutWrites() : remembered)
                        .after(ownership, observed);
        this.stepDue = !paused && stepDue();
    }

    /** Runs the decision; the results stand in the fields. */
    Pass run() {
        remember();
        loads = EffectiveLoad.of(situation, memories, settings);
        if (stepDue) {
            if (moves()) {
                memories = new LoadStep(situation, memories, loads, settings, response()).move();
            }
            timeline = timeline.steppedAt(observed.nanos());
        }
        firstMove = firstMoveDue();
        want(desired());
        if (firstMove && shift < settings.deadband()) {
            firstMove = false; // too small to be made: from now on the load steps decide
            timeline = timeline.withFirstMoveConsidered(true);
            want(desired());
        }
        return this;
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
        Smoothing smoothing = new Smoothing(settings, latencySource, stepDue ? stepSeconds() : 0);
        memories = new RefMemory[situation.refs().size()];
        for (Ref ref : situation.refs()) {
            int i = ref.spec().index();
            RefMemory memory = before.ref(ref.key());
            if (observed.refs().get(i).provider().isPresent()) {
                memory = memory.withManaged(ref.managed());
            }
            if (!sameLatency) {
                memory = memory.withFigures(memory.load(), memory.queue(), null);
            }
            if (memory.targetShare() == null && ref.eligible()) {
                memory = memory.withLag(null, null); // it takes part from now on
            }
            double share = situation.share(ref);
            memories[i] = target(ref, smoothing.advance(ref, memory, share), share);
        }
        memories = normalised(memories);
    }

    /** Where nothing is wanted yet, what stands in the object is. */
    private RefMemory target(Ref ref, RefMemory memory, double share) {
        if (!ref.eligible()) {
            return memory.withTarget(null);
        }
        boolean fromObject =
                memory.targetShare() == null
                        || ownership.restart()
                        || (observed.mode() == Mode.OBSERVE && stepDue)
                        || leftObserveMode();
        return fromObject ? memory.withTarget(share) : memory;
    }

    /** Wanted shares add up to what is distributed, also after a ref came or went. */
    private RefMemory[] normalised(RefMemory[] memories) {
        List<Ref> eligible = situation.eligible();
        double sum = 0;
        for (Ref ref : eligible) {
            sum += memories[ref.spec().index()].targetShare();
        }
        double wanted =
                situation.total() == 0 ? 0 : (double) situation.distributed() / situation.total();
        if (sum > 0 && Math.abs(sum - wanted) > 1e-12) {
            for (Ref ref : eligible) {
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

    /** In observe mode what is published is where the weights would go, at once. */
    private double response() {
        if (observed.mode() == Mode.OBSERVE) {
            return 1;
        }
        Duration least = settings.interval().multipliedBy(6);
        Duration response = settings.response();
        return Smoothing.alpha(stepSeconds(), response.compareTo(least) > 0 ? response : least);
    }

    private boolean firstMoveDue() {
        return !paused && !timeline.firstMoveConsidered() && comparable() && settled();
    }

    /** Every ref had its chance to be read. */
    boolean settled() {
        return situation.eligible().stream().allMatch(ref -> ref.figures().attempted())
                || settlesIn().isZero();
    }

    /** How long a first scrape is waited for. */
    Duration settlesIn() {
        Duration twice = settings.interval().multipliedBy(2);
        Duration wait =
                twice.compareTo(settings.scrapeTimeout()) > 0 ? twice : settings.scrapeTimeout();
        long left = timeline.firstSeen().getAsLong() + wait.toNanos() - observed.nanos();
        return Duration.ofNanos(Math.max(0, left));
    }

    private void want(int[] weights) {
        desired = weights;
        shift = Shift.between(present(), weights, managed);
    }

    private int[] desired() {
        if (paused || !comparable()) {
            return present();
        }
        if (firstMove) {
            return Split.firstMove(situation).weights();
        }
        return timeline.firstMoveConsidered()
                ? Split.output(situation, memories, settings).weights()
                : present();
    }

    int[] present() {
        return situation.refs().stream().mapToInt(Ref::weight).toArray();
    }

    boolean leftObserveMode() {
        return before.mode() == Mode.OBSERVE && observed.mode() != Mode.OBSERVE;
    }
}
