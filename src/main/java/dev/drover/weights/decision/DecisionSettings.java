package dev.drover.weights.decision;

import dev.drover.weights.settings.ComparedLatency;
import dev.drover.weights.settings.Strategy;
import dev.drover.weights.settings.UnknownPolicy;
import dev.drover.weights.settings.WeightsConfiguration;
import java.time.Duration;
import java.util.Set;

/**
 * The keys {@code drover.weights.*} that a decision depends on, already checked.
 *
 * @param interval scrape and step interval
 * @param strategy for models without an annotation of their own
 * @param deadband smallest load-driven shift, in points per 100
 * @param minWriteInterval between load-driven writes of one model
 * @param floor smallest weight of an eligible ref
 * @param smoothing time constant of the load figures
 * @param lag time constant of the lagged share
 * @param response time constant of the answer; at least six intervals count
 * @param kvTarget KV-cache use that counts as load 1.0
 * @param queueScale waiting requests a replica that count
 * @param errorPenalty load added by an error rate of 1
 * @param latency which latency is compared
 * @param latencyWeight exponent of the compared latency, 0 to 1
 * @param staleAfter age up to which figures are fresh
 * @param unknownAfter age up to which they are held
 * @param unknown what a ref does whose figures are older
 * @param scrapeTimeout longest scrape, from name resolution to the last byte
 * @param score factors of strategy {@code score}
 * @param contention when another writer counts as one that does not give in
 * @param cloudProviders provider labels that are never probed
 */
public record DecisionSettings(
        Duration interval,
        Strategy strategy,
        double deadband,
        Duration minWriteInterval,
        int floor,
        Duration smoothing,
        Duration lag,
        Duration response,
        double kvTarget,
        double queueScale,
        double errorPenalty,
        ComparedLatency latency,
        double latencyWeight,
        Duration staleAfter,
        Duration unknownAfter,
        UnknownPolicy unknown,
        Duration scrapeTimeout,
        WeightsConfiguration.Score score,
        WeightsConfiguration.Contention contention,
        Set<String> cloudProviders) {
    /** A ramp does not go faster than this, however short the interval is. */
    private static final Duration SHORTEST_STAGE = Duration.ofSeconds(10);

    public DecisionSettings {
        cloudProviders = Set.copyOf(cloudProviders);
    }

    /** The settings in force. */
    public static DecisionSettings of(WeightsConfiguration keys) {
        return new DecisionSettings(
                keys.interval(),
                keys.strategy(),
                keys.deadband(),
                keys.minWriteInterval(),
                keys.floor(),
                keys.smoothing(),
                keys.lag(),
                keys.response(),
                keys.kvTarget(),
                keys.queueScale(),
                keys.errorPenalty(),
                keys.latency(),
                keys.latencyWeight(),
                keys.staleAfter(),
                keys.unknownAfter(),
                keys.unknown(),
                keys.scrape().timeout(),
                keys.score(),
                keys.contention(),
                Set.copyOf(keys.cloudProviders()));
    }

    /** The documented defaults. */
    public static DecisionSettings defaults() {
        return of(WeightsConfiguration.defaults());
    }

    /** How long a stage of a ramp lasts. */
    Duration stage() {
        return interval.compareTo(SHORTEST_STAGE) > 0 ? interval : SHORTEST_STAGE;
    }

    /** How long a provider must be there again before it counts. */
    Duration providerPause() {
        return interval.multipliedBy(2);
    }

    /** The same settings with another strategy. */
    DecisionSettings withStrategy(Strategy other) {
        return new DecisionSettings(
                interval,
                other,
                deadband,
                minWriteInterval,
                floor,
                smoothing,
                lag,
                response,
                kvTarget,
                queueScale,
                errorPenalty,
                latency,
                latencyWeight,
                staleAfter,
                unknownAfter,
                unknown,
                scrapeTimeout,
                score,
                contention,
                cloudProviders);
    }
}
