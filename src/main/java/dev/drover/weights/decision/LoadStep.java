package dev.drover.weights.decision;

import dev.drover.weights.settings.UnknownPolicy;
import dev.drover.weights.settings.WeightsConfiguration;
import java.util.List;

/**
 * Steps 4 to 6 of a load step: moves the wanted shares towards equal load. The correction acts on
 * the share that caused the measured load, not on the present one; that halves the settling time
 * where requests last a minute.
 */
final class LoadStep {
    private static final double LEAST_SHARE = 1e-9;
    private static final double IDLE_DRIFT = 0.1;
    private static final double LEAST_CORRECTION = 0.5;
    private static final double MOST_CORRECTION = 2;

    private final Situation situation;
    private final RefMemory[] memories;
    private final EffectiveLoad[] loads;
    private final WeightsConfiguration settings;
    private final double alpha;

    /**
     * @param alpha part of the way to the goal that one step goes
     */
    LoadStep(
            Situation situation,
            RefMemory[] memories,
            EffectiveLoad[] loads,
            WeightsConfiguration settings,
            double alpha) {
        this.situation = situation;
        this.memories = memories.clone();
        this.loads = loads;
        this.settings = settings;
        this.alpha = alpha;
    }

    /** Memories with the shares that are wanted now; needs two fresh refs to compare. */
    RefMemory[] move() {
        List<Ref> fresh = situation.fresh();
        double[] wanted = idle(fresh) ? drifted(fresh) : corrected(fresh);
        double rest = situation.distributed();
        for (Ref ref : situation.takingPart()) {
            if (!ref.fresh()) {
                rest -= moveUnread(ref);
            }
        }
        double[] fitted = Fitting.fit(wanted, rest, situation.floor(), Situation.HIGHEST);
        for (int i = 0; i < fitted.length; i++) {
            want(fresh.get(i), fitted[i]);
        }
        return memories;
    }

    private boolean idle(List<Ref> fresh) {
        return fresh.stream().allMatch(ref -> load(ref) <= EffectiveLoad.IDLE);
    }

    /** Idle clusters do not freeze in an old split. */
    private double[] drifted(List<Ref> fresh) {
        return fresh.stream().mapToDouble(this::drifted).toArray();
    }

    private double drifted(Ref ref) {
        double points = points(ref);
        return points + IDLE_DRIFT * (baseline(ref) - points);
    }

    private double[] corrected(List<Ref> fresh) {
        double[] goals = goals(fresh);
        double[] wanted = new double[goals.length];
        for (int i = 0; i < wanted.length; i++) {
            double points = points(fresh.get(i));
            wanted[i] = points + alpha * (goals[i] - points);
        }
        return wanted;
    }

    /** Lagged shares corrected by load, with the sum that these refs have now. */
    private double[] goals(List<Ref> fresh) {
        double shares = 0;
        double loaded = 0;
        double points = 0;
        for (Ref ref : fresh) {
            shares += lagged(ref);
            loaded += lagged(ref) * load(ref);
            points += points(ref);
        }
        double mean = loaded / shares;
        double[] goals = new double[fresh.size()];
        double sum = 0;
        for (int i = 0; i < goals.length; i++) {
            Ref ref = fresh.get(i);
            double correction = Fitting.clamp(mean / load(ref), LEAST_CORRECTION, MOST_CORRECTION);
            goals[i] = lagged(ref) * correction;
            sum += goals[i];
        }
        for (int i = 0; i < goals.length; i++) {
            goals[i] *= points / sum;
        }
        return goals;
    }

    /** A ref without fresh figures keeps its share, or drifts home where that is configured. */
    private double moveUnread(Ref ref) {
        boolean drifts =
                ref.state() == RefState.UNKNOWN && settings.unknown() == UnknownPolicy.BASELINE;
        double points = drifts ? drifted(ref) : points(ref);
        want(ref, points);
        return points;
    }

    /** Its part of what the eligible refs divide, in proportion to their baselines. */
    private double baseline(Ref ref) {
        int sum = situation.takingPart().stream().mapToInt(Ref::scaled).sum();
        return (double) ref.scaled() / sum * situation.distributed();
    }

    private double points(Ref ref) {
        return memories[ref.spec().index()].targetShare() * situation.total();
    }

    private double lagged(Ref ref) {
        // a share of 0, as after an outage of all, has no proportion to correct
        return Math.max(LEAST_SHARE, memories[ref.spec().index()].laggedShare());
    }

    private double load(Ref ref) {
        return loads[ref.spec().index()].load();
    }

    private void want(Ref ref, double points) {
        int index = ref.spec().index();
        memories[index] = memories[index].withTarget(points / situation.total());
    }
}
