package dev.drover.weights.decision;

import dev.drover.weights.metrics.SourceKind;
import java.util.List;
import java.util.Optional;

/** Which kind of source gives the latencies that are compared: one kind for all refs of a model. */
final class LatencyChoice {
    private LatencyChoice() {}

    /** The kind for which more of these refs have an estimate; a tie goes to endpoint pickers. */
    static Optional<SourceKind> among(List<Ref> fresh) {
        long pickers = count(fresh, SourceKind.EPP);
        long engines = count(fresh, SourceKind.VLLM);
        if (pickers == 0 && engines == 0) {
            return Optional.empty();
        }
        return Optional.of(pickers >= engines ? SourceKind.EPP : SourceKind.VLLM);
    }

    private static long count(List<Ref> refs, SourceKind kind) {
        return refs.stream().filter(ref -> ref.figures().latencies().containsKey(kind)).count();
    }
}
