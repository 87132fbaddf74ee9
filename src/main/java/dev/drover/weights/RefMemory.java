package dev.drover.weights;

import java.util.Optional;

/**
 * What is remembered of one ref; null until there is a first figure.
 *
 * @param managed whether it was managed when its provider was last there
 * @param load L, 1.0 = at target
 * @param queue Q, waiting requests a replica
 * @param latency ℓ, seconds
 * @param nearShare v, on its way to the share in the object
 * @param laggedShare u, the share that caused the load measured now
 * @param targetShare w, where the decisions want the share to be
 * @param told trouble of the ref that was logged and is not over yet; empty for none
 */
record RefMemory(
        Optional<Boolean> managed,
        Double load,
        Double queue,
        Double latency,
        Double nearShare,
        Double laggedShare,
        Double targetShare,
        String told) {
    static final RefMemory NONE =
            new RefMemory(Optional.empty(), null, null, null, null, null, null, "");

    RefMemory withManaged(boolean managed) {
        return new RefMemory(
                Optional.of(managed),
                load,
                queue,
                latency,
                nearShare,
                laggedShare,
                targetShare,
                told);
    }

    RefMemory withFigures(Double load, Double queue, Double latency) {
        return new RefMemory(
                managed, load, queue, latency, nearShare, laggedShare, targetShare, told);
    }

    RefMemory withLag(Double nearShare, Double laggedShare) {
        return new RefMemory(
                managed, load, queue, latency, nearShare, laggedShare, targetShare, told);
    }

    RefMemory withTarget(Double targetShare) {
        return new RefMemory(
                managed, load, queue, latency, nearShare, laggedShare, targetShare, told);
    }

    RefMemory withTold(String told) {
        return new RefMemory(
                managed, load, queue, latency, nearShare, laggedShare, targetShare, told);
    }
}
