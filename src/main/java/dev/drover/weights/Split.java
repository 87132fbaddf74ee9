package dev.drover.weights;

import java.util.List;

/**
 * A way to divide the traffic: points for each entry of the list (only those of eligible refs mean
 * anything), and the integer weights that follow from them.
 */
final class Split {
    private static final double QUEUE_EXPONENT = -1.0 / 3;
    private static final double LEAST_HEADROOM = 0.02;

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
            RefFigures raw = ref.figures();
            double headroom =
                    ref.fresh()
                            ? Math.max(
                                    LEAST_HEADROOM,
                                    1 - Math.min(1, raw.kv() + raw.errorRateOrZero()))
                            : 1;
            points[ref.spec().index()] = ref.scaled() * headroom;
        }
        return fitted(situation, points);
    }

    /**
     * The wanted shares, relieved where requests wait: queues act at once and are not remembered.
     */
    static Split output(Situation situation, RefMemory[] memories, DecisionSettings settings) {
        double[] points = new double[situation.refs().size()];
        for (Ref ref : situation.eligible()) {
            int i = ref.spec().index();
            boolean drifts =
                    ref.state() == RefState.UNKNOWN
                            && settings.unknown() == DecisionSettings.Unknown.BASELINE;
            double share = ref.fresh() || drifts ? memories[i].targetShare() : situation.share(ref);
            double relief =
                    ref.fresh()
                            ? StrictMath.pow(
                                    1 + memories[i].queue() / settings.queueScale(), QUEUE_EXPONENT)
                            : 1;
            points[i] = share * situation.total() * relief;
        }
        return fitted(situation, points);
    }

    /**
     * Unread refs keep their points, at least the floor, and the fresh ones divide the rest: what
     * was not read must neither win nor lose by what was. Only where that leaves the fresh ones
     * outside their bounds do all give way.
     */
    private static Split fitted(Situation situation, double[] points) {
        List<Ref> fresh = situation.fresh();
        double rest = situation.distributed();
        for (Ref ref : situation.eligible()) {
            if (!ref.fresh()) {
                int i = ref.spec().index();
                points[i] = Fitting.clamp(points[i], situation.floor(), Situation.HIGHEST);
                rest -= points[i];
            }
        }
        boolean possible =
                rest >= fresh.size() * situation.floor()
                        && rest <= fresh.size() * Situation.HIGHEST;
        List<Ref> moved = possible ? fresh : situation.eligible();
        double[] x = moved.stream().mapToDouble(ref -> points[ref.spec().index()]).toArray();
        double total = possible ? rest : situation.distributed();
        double[] y = Fitting.fit(x, total, situation.floor(), Situation.HIGHEST);
        for (int i = 0; i < y.length; i++) {
            points[moved.get(i).spec().index()] = y[i];
        }
        return new Split(situation, points);
    }

    /** Wanted shares of the eligible refs as this split has them. */
    RefMemory[] remembered(RefMemory[] memories) {
        RefMemory[] wanted = memories.clone();
        for (Ref ref : situation.eligible()) {
            int i = ref.spec().index();
            wanted[i] = wanted[i].withTarget(points[i] / situation.total());
        }
        return wanted;
    }

    /** Weights for the whole list: eligible refs by points, all others as they are or scaled. */
    int[] weights() {
        int[] weights = new int[situation.refs().size()];
        for (Ref ref : situation.refs()) {
            // Scaling reaches unmanaged refs too, but only a weight that somebody gave.
            boolean scaled =
                    ref.spec().usable() && !ref.managed() && ref.weight() == ref.entry().baseline();
            weights[ref.spec().index()] = scaled ? ref.scaled() : ref.weight();
        }
        List<Ref> eligible = situation.eligible();
        int[] rounded =
                Integers.round(
                        eligible.stream().mapToDouble(ref -> points[ref.spec().index()]).toArray());
        for (int i = 0; i < rounded.length; i++) {
            weights[eligible.get(i).spec().index()] = rounded[i];
        }
        return weights;
    }
}
