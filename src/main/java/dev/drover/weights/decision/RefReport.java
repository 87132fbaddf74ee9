package dev.drover.weights.decision;

import dev.drover.weights.metrics.ClusterMetrics;
import java.util.Optional;

/**
 * Why a ref has its weight: every figure that the decision used. Figures that are not known are
 * null, and null is not zero.
 *
 * @param index place in the list
 * @param provider name of the provider
 * @param targetModel the model's name over there
 * @param weight what stands in the object
 * @param desired what would stand there if it were written now
 * @param baseline what somebody other than Drover last gave
 * @param scaledBaseline the same after scaling
 * @param state what the ref is to this decision
 * @param cause why it is down, or the stage of its ramp
 * @param trouble what keeps it from traffic or from being decided about, in a sentence
 * @param metrics raw figures of both sources together
 * @param ageSeconds since the last valid KV figure, or since the source is known
 * @param load smoothed load L
 * @param queue smoothed queue Q
 * @param latencyRatio r, 0.5 to 2
 * @param effectiveLoad e
 * @param laggedShare u, 0 to 1
 * @param targetShare w, 0 to 1
 */
public record RefReport(
        int index,
        String provider,
        String targetModel,
        int weight,
        int desired,
        int baseline,
        int scaledBaseline,
        RefState state,
        Optional<String> cause,
        Optional<String> trouble,
        ClusterMetrics metrics,
        Double ageSeconds,
        Double load,
        Double queue,
        Double latencyRatio,
        Double effectiveLoad,
        Double laggedShare,
        Double targetShare) {
    /** The DEBUG line of every pass, made on demand because there are many of them. */
    public String line() {
        return "Provider weight: index="
                + index
                + " provider="
                + provider
                + " targetModel="
                + targetModel
                + " weight="
                + weight
                + " state="
                + state.word()
                + " load="
                + (effectiveLoad == null ? "-" : Wording.decimals(effectiveLoad, 2));
    }
}
