package dev.drover.weights.decision;

import dev.drover.weights.decision.RefFigures.Freshness;
import dev.drover.weights.metrics.SourceFigures;
import dev.drover.weights.metrics.SourceKind;
import dev.drover.weights.settings.WeightsConfiguration;
import java.time.Duration;

/**
 * Steps 1 and 2 of a load step: figures that forget noise, and the share that caused them. A figure
 * starts at its first raw value in whatever pass that is; it advances with load steps only.
 */
final class Smoothing {
    private final WeightsConfiguration settings;
    private final SourceKind latencyFrom;
    private final double seconds;
    private final long nanos;

    /**
     * @param latencyFrom kind of source whose latency estimates are compared, null for none
     * @param seconds since the last load step, 0 when none is due
     * @param nanos now
     */
    Smoothing(WeightsConfiguration settings, SourceKind latencyFrom, double seconds, long nanos) {
        this.settings = settings;
        this.latencyFrom = latencyFrom;
        this.seconds = seconds;
        this.nanos = nanos;
    }

    /** Part of the way to a new value after {@code seconds}; exact on every machine. */
    static double alpha(double seconds, Duration timeConstant) {
        return 1 - StrictMath.exp(-seconds / (timeConstant.toNanos() / 1e9));
    }

    RefMemory advance(Ref ref, RefMemory memory, double share) {
        return lag(ref, figures(ref, memory), share);
    }

    private RefMemory figures(Ref ref, RefMemory memory) {
        RefFigures raw = ref.figures();
        boolean read = ref.fresh() || (ref.ramps() && freshness(raw) == Freshness.FRESH);
        if (!read) {
            // a ref that is held keeps what it has; others start anew from what is read next
            return ref.state() == RefState.HOLD ? memory : memory.withoutFigures();
        }
        double load =
                raw.kv() / settings.kvTarget() + settings.errorPenalty() * raw.errorRateOrZero();
        double used = Math.min(1, raw.kv() + raw.errorRateOrZero());
        return memory.withFigures(
                towards(memory.load(), load, settings.smoothing()),
                towards(memory.used(), used, settings.smoothing()),
                towards(memory.queue(), raw.queueDepthOrZero(), settings.smoothing().dividedBy(2)),
                latency(memory.latency(), raw));
    }

    private Freshness freshness(RefFigures raw) {
        return raw.freshness(settings, nanos);
    }

    private Double latency(Double smoothed, RefFigures raw) {
        SourceFigures.Latency estimate =
                latencyFrom == null ? null : raw.latencies().get(latencyFrom);
        return estimate == null
                ? null
                : (Double) towards(smoothed, estimate.meanSeconds(), settings.smoothing());
    }

    private RefMemory lag(Ref ref, RefMemory memory, double share) {
        if (!ref.managed() || ref.state() == RefState.DRAINED) {
            return memory.withLag(null, null);
        }
        double near = towards(memory.nearShare(), share, settings.lag());
        return memory.withLag(near, towards(memory.laggedShare(), near, settings.lag()));
    }

    private double towards(Double smoothed, double raw, Duration timeConstant) {
        return smoothed == null ? raw : smoothed + alpha(seconds, timeConstant) * (raw - smoothed);
    }
}
