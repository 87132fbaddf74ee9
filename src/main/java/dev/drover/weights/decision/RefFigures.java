package dev.drover.weights.decision;

import dev.drover.weights.metrics.Outcome;
import dev.drover.weights.metrics.SourceFigures;
import dev.drover.weights.metrics.SourceKind;
import dev.drover.weights.metrics.Stall;
import dev.drover.weights.settings.WeightsConfiguration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Raw figures of one ref: its sources taken together. Figures that are not known are null.
 *
 * @param kv KV-cache use, 0 to 1: the larger of two sources
 * @param kvAtNanos end of the last scrape that gave a valid KV figure
 * @param sinceNanos when its first source became known
 * @param queueDepth waiting requests a replica: the larger of two sources
 * @param running running requests
 * @param errorRate errors a request, 0 to 1; endpoint pickers alone know it
 * @param latencies estimates that are young enough to compare, by the source that gave them
 * @param stall whether the engines make progress; without an engine's page nothing stands still
 * @param configured false without any source
 * @param attempted false while the first scrape of a source has not ended
 * @param error first outcome that was not good, null when all were
 */
record RefFigures(
        Double kv,
        OptionalLong kvAtNanos,
        long sinceNanos,
        Double queueDepth,
        Double running,
        Double errorRate,
        Map<SourceKind, SourceFigures.Latency> latencies,
        Stall stall,
        boolean configured,
        boolean attempted,
        String error) {
    private static final String OK = Outcome.OK.label();

    /** How old figures are, in words that decide what they are good for. */
    enum Freshness {
        FRESH,
        HOLD,
        UNKNOWN
    }

    /** Combines sources by the rules of 4.2 (6) and 4.3; invalid figures count as absent. */
    static RefFigures of(List<SourceFigures> sources, WeightsConfiguration settings, long nanos) {
        List<SourceFigures> read = youngest(sources, settings, nanos);
        // A mixed source shows one replica by chance, so any other source knows the load better.
        List<SourceFigures> steady = only(read, source -> !source.mixed());
        Map<SourceKind, SourceFigures.Latency> latencies = new EnumMap<>(SourceKind.class);
        Double errorRate = null;
        Stall stall = Stall.NONE;
        long since = nanos;
        boolean attempted = true;
        String error = null;
        for (SourceFigures source : sources) {
            SourceFigures.Latency latency = latency(source, settings, nanos);
            if (latency != null) {
                latencies.put(source.kind(), latency);
            }
            if (source.kind() == SourceKind.VLLM) {
                stall = source.stall();
            } else if (!source.mixed()) {
                errorRate = errorRate(source, settings, nanos);
            }
            since = since - source.knownSinceNanos() > 0 ? source.knownSinceNanos() : since;
            attempted &= source.attempted();
            boolean good = source.outcome() == null || source.outcome().equals(OK);
            error = error == null && !good ? source.outcome() : error;
        }
        return new RefFigures(
                largest(steady.isEmpty() ? read : steady, SourceFigures::kv),
                youngestKv(read),
                since,
                largest(read, source -> nonNegative(source.queueDepth())),
                largest(read, source -> nonNegative(source.running())),
                errorRate,
                latencies,
                stall,
                !sources.isEmpty(),
                attempted,
                error);
    }

    /** Sources with a KV figure: the fresh ones, else those that are held, else all of them. */
    private static List<SourceFigures> youngest(
            List<SourceFigures> sources, WeightsConfiguration settings, long nanos) {
        List<SourceFigures> read =
                only(sources, source -> source.kvAtNanos().isPresent() && isRatio(source.kv()));
        for (Duration limit : List.of(settings.staleAfter(), settings.unknownAfter())) {
            long oldest = limit.toNanos();
            List<SourceFigures> young =
                    only(read, source -> nanos - source.kvAtNanos().getAsLong() <= oldest);
            if (!young.isEmpty()) {
                return young;
            }
        }
        return read;
    }

    private static OptionalLong youngestKv(List<SourceFigures> read) {
        OptionalLong youngest = OptionalLong.empty();
        for (SourceFigures source : read) {
            long at = source.kvAtNanos().getAsLong();
            youngest =
                    youngest.isEmpty() || at - youngest.getAsLong() > 0
                            ? source.kvAtNanos()
                            : youngest;
        }
        return youngest;
    }

    /** A loop, because this runs for every ref of every decision and streams cost a third of it. */
    private static List<SourceFigures> only(
            List<SourceFigures> sources, Predicate<SourceFigures> wanted) {
        List<SourceFigures> chosen = new ArrayList<>(sources.size());
        for (SourceFigures source : sources) {
            if (wanted.test(source)) {
                chosen.add(source);
            }
        }
        return chosen;
    }

    private static SourceFigures.Latency latency(
            SourceFigures source, WeightsConfiguration settings, long nanos) {
        SourceFigures.Latency latency =
                switch (settings.latency()) {
                    case E2E -> source.endToEnd();
                    case TTFT -> source.firstToken();
                    case OFF -> null;
                };
        boolean usable =
                latency != null
                        && !source.mixed()
                        && nonNegative(latency.meanSeconds()) != null
                        && nanos - latency.atNanos() < settings.unknownAfter().toNanos();
        return usable ? latency : null;
    }

    private static Double errorRate(
            SourceFigures source, WeightsConfiguration settings, long nanos) {
        boolean usable =
                isRatio(source.errorRate())
                        && source.errorRateAtNanos().isPresent()
                        && nanos - source.errorRateAtNanos().getAsLong()
                                < settings.unknownAfter().toNanos();
        return usable ? source.errorRate() : null;
    }

    private static Double largest(
            List<SourceFigures> sources, Function<SourceFigures, Double> figure) {
        Double largest = null;
        for (SourceFigures source : sources) {
            Double value = figure.apply(source);
            if (value != null && (largest == null || value > largest)) {
                largest = value;
            }
        }
        return largest;
    }

    private static boolean isRatio(Double value) {
        return value != null && value >= 0 && value <= 1; // not a number is neither
    }

    private static Double nonNegative(Double value) {
        return value != null && value >= 0 && value < Double.POSITIVE_INFINITY ? value : null;
    }

    /** Time since the last valid KV figure, or since the first source is known. */
    long ageNanos(long nanos) {
        return Math.max(0, nanos - kvAtNanos.orElse(sinceNanos));
    }

    Freshness freshness(WeightsConfiguration settings, long nanos) {
        if (!configured || ageNanos(nanos) > settings.unknownAfter().toNanos()) {
            return Freshness.UNKNOWN;
        }
        return kv != null && ageNanos(nanos) <= settings.staleAfter().toNanos()
                ? Freshness.FRESH
                : Freshness.HOLD;
    }

    double errorRateOrZero() {
        return errorRate == null ? 0 : errorRate;
    }

    double queueDepthOrZero() {
        return queueDepth == null ? 0 : queueDepth;
    }
}
