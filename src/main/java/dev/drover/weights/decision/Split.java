package dev.drover.weights.decision;

import dev.drover.weights.settings.UnknownPolicy;
import dev.drover.weights.settings.WeightsConfiguration;
import java.util.List;

/**
 * A way to divide the traffic: points for each entry of the list (only those of refs that take part
 * mean anything), and the integer weights that follow from them.
 */
final class Split {
    private static final double QUEUE_EXPONENT = -1.0 / 3;

    private final Situation situation;
    private final double[] points;

    private Split(Situation situation, double[] points) {
        this.situation = situation;
        this.points = points;
    }

    /**
     * The first split of a model: what is free counts, on raw figures. It overshoots on purpose,
     * since a hot cluster is relieved at once and the load steps bring the weights back.
     */
    static Split firstMove(Situation situation) {
        double[] points = new double[situation.refs().size()];
        for (Ref ref : situation.refs()) {
            double headroom =
                    ref.fresh()
                            ? Headroom.of(ref.figures().kv() + ref.figures().errorRateOrZero())
                            : 1;
            points[ref.spec().index()] = ref.scaled() * headroom;
        }
        return fitted(situation, points);
    }

    /**
     * The wanted shares, relieved where requests wait: queues act at once and are not remembered.
     *
     * @param relief false for a strategy that has queues in its shares already
     */
    static Split output(
            Situation situation,
            RefMemory[] memories,
            WeightsConfiguration settings,
            boolean relief) {
        double[] points = heldPoints(situation, memories);
        for (Ref ref : situation.takingPart()) {
            int i = ref.spec().index();
            boolean drifts =
                    ref.state() == RefState.UNKNOWN && settings.unknown() == UnknownPolicy.BASELINE;
            if (ref.fresh() || drifts) {
                points[i] = memories[i].targetShare() * situation.total();
            }
            if (ref.fresh() && relief) {
                double queue = memories[i].queue() / settings.queueScale();
                points[i] *= StrictMath.pow(1 + queue, QUEUE_EXPONENT);
            }
        }
        return fitted(situation, points);
    }

    /** What stands in the object, fitted to what there is to distribute now. */
    static Split held(Situation situation, RefMemory[] memories) {
        List<Ref> refs = situation.takingPart();
        double[] points = heldPoints(situation, memories);
        double[] x = refs.stream().mapToDouble(ref -> points[ref.spec().index()]).toArray();
        double[] y = Fitting.fit(x, situation.distributed(), situation.floor(), Situation.HIGHEST);
        for (int i = 0; i < y.length; i++) {
            points[refs.get(i).spec().index()] = y[i];
        }
        return new Split(situation, points);
    }

    /** Points as they stand in the object, in proportion, with the sum that is distributed now. */
    private static double[] heldPoints(Situation situation, RefMemory[] memories) {
        double[] points = new double[situation.refs().size()];
        double sum = 0;
        for (Ref ref : situation.takingPart()) {
            int i = ref.spec().index();
            boolean returns =
                    ref.entry().fixed() && !ref.availability().standing().finished(ref.entry());
            points[i] = returns ? memories[i].targetShare() : situation.share(ref);
            sum += points[i];
        }
        for (int i = 0; i < points.length && sum > 0; i++) {
            points[i] *= situation.distributed() / sum;
        }
        return points;
    }

    /**
     * Unread refs keep their points, at least the floor, and the fresh ones divide the rest: what
     * was not read must neither win nor lose by what was. Only where that leaves the fresh ones
     * outside their bounds do all give way.
     */
    private static Split fitted(Situation situation, double[] points) {
        List<Ref> fresh = situation.fresh();
        double rest = situation.distributed();
        for (Ref ref : situation.takingPart()) {
            if (!ref.fresh()) {
                int i = ref.spec().index();
                points[i] = Fitting.clamp(points[i], situation.floor(), Situation.HIGHEST);
                rest -= points[i];
            }
        }
        boolean possible =
                rest >= fresh.size() * situation.floor()
                        && rest <= fresh.size() * Situation.HIGHEST;
        List<Ref> moved = possible ? fresh : situation.takingPart();
        double[] x = moved.stream().mapToDouble(ref -> points[ref.spec().index()]).toArray();
        double total = possible ? rest : situation.distributed();
        double[] y = Fitting.fit(x, total, situation.floor(), Situation.HIGHEST);
        for (int i = 0; i < y.length; i++) {
            points[moved.get(i).spec().index()] = y[i];
        }
        return new Split(situation, points);
    }

    /** Wanted shares of the refs that take part as this split has them. */
    RefMemory[] remembered(RefMemory[] memories) {
        RefMemory[] wanted = memories.clone();
        for (Ref ref : situation.takingPart()) {
            int i = ref.spec().index();
            wanted[i] = wanted[i].withTarget(points[i] / situation.total());
        }
        return wanted;
    }

    /** Weights for the whole list: eligible refs by points, all others by what they are. */
    int[] weights() {
        int[] weights = new int[situation.refs().size()];
        for (Ref ref : situation.refs()) {
            weights[ref.spec().index()] = ref.down() ? situation.zero() : Baseline.left(ref);
        }
        List<Ref> eligible = situation.refs().stream().filter(Ref::eligible).toList();
        double[] y =
                eligible.stream()
                        .mapToDouble(
                                ref -> ref.ramps() ? ref.rampPoints() : points[ref.spec().index()])
                        .toArray();
        int[] rounded = Integers.round(y);
        for (int i = 0; i < rounded.length; i++) {
            weights[eligible.get(i).spec().index()] = rounded[i];
        }
        return weights;
    }
}
