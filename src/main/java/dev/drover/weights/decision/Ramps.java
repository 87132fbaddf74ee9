package dev.drover.weights.decision;

import java.util.ArrayList;
import java.util.List;

/** How much of the traffic refs get on their way back. */
final class Ramps {
    private static final double[] STAGES = {0.1, 0.2, 0.4, 0.6, 0.8, 1};

    private Ramps() {}

    /** Moves ramps on where their stage is over, and gives each its points. */
    static Situation advance(Situation situation, RefMemory[] memories, EffectiveLoad[] loads) {
        if (situation.refs().stream().noneMatch(Ref::ramps)) {
            return situation;
        }
        double bearable = Math.max(1, meanLoad(situation, memories, loads));
        List<Ref> refs = new ArrayList<>();
        for (Ref ref : situation.refs()) {
            EffectiveLoad load = loads[ref.spec().index()];
            boolean further =
                    ref.availability().stageOver() && (load == null || load.load() <= bearable);
            refs.add(further ? ref.with(ref.availability().advanced()) : ref);
        }
        return withPoints(situation, refs);
    }

    private static Situation withPoints(Situation situation, List<Ref> refs) {
        List<Ref> ramping = refs.stream().filter(Ref::ramps).toList();
        double[] wanted = new double[ramping.size()];
        double sum = 0;
        for (int i = 0; i < wanted.length; i++) {
            StateEntry next = ramping.get(i).next();
            double share = STAGES[next.ramp().orElse(0)] * next.before().orElse(0);
            wanted[i] =
                    Fitting.clamp(share * situation.total(), situation.floor(), Situation.HIGHEST);
            sum += wanted[i];
        }
        long others = refs.stream().filter(Ref::takesPart).count();
        double most = situation.distributed() - others * situation.floor();
        double[] points =
                Fitting.fit(wanted, Math.min(sum, most), situation.floor(), Situation.HIGHEST);
        List<Ref> pointed = new ArrayList<>(refs);
        double given = 0;
        for (int i = 0; i < points.length; i++) {
            Ref ref = ramping.get(i);
            pointed.set(ref.spec().index(), ref.withRampPoints(points[i]));
            given += points[i];
        }
        return new Situation(
                List.copyOf(pointed),
                situation.total(),
                situation.distributed() - given,
                situation.present(),
                situation.floor(),
                situation.zero(),
                situation.allDown());
    }

    /** Of the refs that take part, by the shares that caused it; 0 when nothing is known. */
    private static double meanLoad(
            Situation situation, RefMemory[] memories, EffectiveLoad[] loads) {
        double shares = 0;
        double loaded = 0;
        for (Ref ref : situation.fresh()) {
            int i = ref.spec().index();
            shares += memories[i].laggedShare();
            loaded += memories[i].laggedShare() * loads[i].load();
        }
        return shares > 0 ? loaded / shares : 0;
    }
}
