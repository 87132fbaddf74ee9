package dev.drover.weights.decision;

import java.util.Optional;

/**
 * What is remembered of one ref; null until there is a first figure.
 *
 * @param managed whether it was managed when its provider was last there
 * @param load L, 1.0 = at target
 * @param used smoothed KV-cache use and error rate together, for strategy {@code headroom}
 * @param queue Q, waiting requests a replica
 * @param latency ℓ, seconds
 * @param nearShare v, on its way to the share in the object
 * @param laggedShare u, the share that caused the load measured now
 * @param targetShare w, where the decisions want the share to be
 * @param standing whether it took part at the last look
 * @param told trouble of the ref that was logged and is not over yet; empty for none
 */
record RefMemory(
        Optional<Boolean> managed,
        Double load,
        Double used,
        Double queue,
        Double latency,
        Double nearShare,
        Double laggedShare,
        Double targetShare,
        Standing standing,
        String told) {
    static final RefMemory NONE =
            new RefMemory(
                    Optional.empty(), null, null, null, null, null, null, null, Standing.USUAL, "");

    RefMemory withManaged(boolean managed) {
        return copy(Optional.of(managed), nearShare, laggedShare, targetShare, standing, told);
    }

    /** With the figures of a ref that is read anew from now on. */
    RefMemory withoutFigures() {
        return withFigures(null, null, null, null);
    }

    RefMemory withFigures(Double load, Double used, Double queue, Double latency) {
        return new RefMemory(
                managed,
                load,
                used,
                queue,
                latency,
                nearShare,
                laggedShare,
                targetShare,
                standing,
                told);
    }

    RefMemory withLag(Double nearShare, Double laggedShare) {
        return copy(managed, nearShare, laggedShare, targetShare, standing, told);
    }

    RefMemory withTarget(Double targetShare) {
        return copy(managed, nearShare, laggedShare, targetShare, standing, told);
    }

    RefMemory withStanding(Standing standing) {
        return copy(managed, nearShare, laggedShare, targetShare, standing, told);
    }

    RefMemory withTold(String told) {
        return copy(managed, nearShare, laggedShare, targetShare, standing, told);
    }

    private RefMemory copy(
            Optional<Boolean> managed,
            Double nearShare,
            Double laggedShare,
            Double targetShare,
            Standing standing,
            String told) {
        return new RefMemory(
                managed,
                load,
                used,
                queue,
                latency,
                nearShare,
                laggedShare,
                targetShare,
                standing,
                told);
    }
}
