package dev.drover.weights;

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
        Latency latency,
        double latencyWeight,
        Duration staleAfter,
        Duration unknownAfter,
        Unknown unknown,
        Duration scrapeTimeout,
        Set<String> cloudProviders) {
    /** How weights follow from figures. */
    public enum Strategy {
        BALANCE,
        HEADROOM,
        SCORE,
        HEALTH
    }

    /** Which latency is compared between the refs of a model. */
    public enum Latency {
        E2E,
        TTFT,
        OFF
    }

    /** What a ref does whose figures are too old to be held. */
    public enum Unknown {
        HOLD,
        BASELINE
    }

    public DecisionSettings {
        cloudProviders = Set.copyOf(cloudProviders);
    }

    /** The settings in force. */
    public static DecisionSettings of(WeightsConfiguration keys) {
        return new DecisionSettings(
                keys.interval(),
                Strategy.valueOf(keys.strategy().name()),
                keys.deadband(),
                keys.minWriteInterval(),
                keys.floor(),
                keys.smoothing(),
                keys.lag(),
                keys.response(),
                keys.kvTarget(),
                keys.queueScale(),
                keys.errorPenalty(),
                Latency.valueOf(keys.latency().name()),
                keys.latencyWeight(),
                keys.staleAfter(),
                keys.unknownAfter(),
                Unknown.valueOf(keys.unknown().name()),
                keys.scrape().timeout(),
                Set.copyOf(keys.cloudProviders()));
    }

    /** The documented defaults. */
    public static DecisionSettings defaults() {
        return new DecisionSettings(
                Duration.ofSeconds(10),
                Strategy.BALANCE,
                3,
                Duration.ofSeconds(30),
                3,
                Duration.ofSeconds(20),
                Duration.ofSeconds(20),
                Duration.ofSeconds(60),
                0.8,
                10,
                1,
                Latency.E2E,
                0.3,
                Duration.ofSeconds(30),
                Duration.ofSeconds(180),
                Unknown.HOLD,
                Duration.ofSeconds(5),
                Set.of(
                        "openai",
                        "azure",
                        "azure-openai",
                        "anthropic",
                        "bedrock",
                        "aws-bedrock",
                        "vertex",
                        "vertex-ai",
                        "gemini",
                        "google",
                        "cohere",
                        "mistral",
                        "groq"));
    }
}
