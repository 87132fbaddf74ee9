package dev.drover.weights.settings;

import static java.util.Objects.requireNonNull;

import dev.drover.config.Glob;
import dev.drover.config.Network;
import dev.drover.config.Values;
import dev.drover.weights.metrics.MetricName;
import java.time.Duration;
import java.util.List;

/**
 * The keys {@code drover.weights.*} as one value; components are named like the keys, which say
 * what they mean ({@link WeightsKeys}). Ranges and contradictions were checked when the
 * configuration was read.
 *
 * @param deadband points per 100
 * @param errorPenalty load added by an error rate of 1
 */
public record WeightsConfiguration(
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
        int minObservations,
        Duration staleAfter,
        Duration unknownAfter,
        UnknownPolicy unknown,
        Score score,
        Scrape scrape,
        Health health,
        List<String> cloudProviders,
        List<String> remoteProviders,
        Metrics metrics,
        Contention contention,
        int concurrency) {

    /** The keys {@code drover.weights.score.*}: factors of strategy {@code score}, not all 0. */
    public record Score(double health, double latency, double queue) {}

    /**
     * The keys {@code drover.weights.contention.*}.
     *
     * @param reverts that many within {@code window} make a model contended
     * @param retry until one load-driven write is tried again
     */
    public record Contention(int reverts, Duration window, Duration retry) {
        public Contention {
            requireNonNull(window);
            requireNonNull(retry);
        }
    }

    /**
     * The keys {@code drover.weights.scrape.*}.
     *
     * @param maxBody decompressed bytes of one page
     * @param maxLine bytes of one line
     * @param allowedHosts empty allows all
     */
    public record Scrape(
            Duration timeout,
            long maxBody,
            int maxLine,
            int maxSeries,
            int maxInFlight,
            int maxRedirects,
            List<Glob> allowedHosts,
            List<Network> deniedNetworks) {
        public Scrape {
            requireNonNull(timeout);
            allowedHosts = List.copyOf(allowedHosts);
            deniedNetworks = List.copyOf(deniedNetworks);
        }
    }

    /** The keys {@code drover.weights.health.*}: what a provider does not set itself. */
    public record Health(
            int port,
            Duration interval,
            Duration timeout,
            int failureThreshold,
            int successThreshold) {
        public Health {
            requireNonNull(interval);
            requireNonNull(timeout);
        }
    }

    /** The keys {@code drover.weights.metrics.*}: of each list the first name present wins. */
    public record Metrics(
            List<MetricName> kv,
            List<MetricName> running,
            List<MetricName> waiting,
            List<MetricName> progress) {
        public Metrics {
            kv = List.copyOf(kv);
            running = List.copyOf(running);
            waiting = List.copyOf(waiting);
            progress = List.copyOf(progress);
        }
    }

    public WeightsConfiguration {
        requireNonNull(interval);
        cloudProviders = List.copyOf(cloudProviders);
        remoteProviders = List.copyOf(remoteProviders);
    }

    /** What is in force when nobody sets anything. */
    public static WeightsConfiguration defaults() {
        return of(WeightsKeys.SCHEMA.defaults());
    }

    /** The values in force. */
    public static WeightsConfiguration of(Values values) {
        return new WeightsConfiguration(
                values.get(WeightsKeys.INTERVAL),
                values.get(WeightsKeys.STRATEGY),
                values.get(WeightsKeys.DEADBAND),
                values.get(WeightsKeys.MIN_WRITE_INTERVAL),
                values.get(WeightsKeys.FLOOR),
                values.get(WeightsKeys.SMOOTHING),
                values.get(WeightsKeys.LAG),
                values.get(WeightsKeys.RESPONSE),
                values.get(WeightsKeys.KV_TARGET),
                values.get(WeightsKeys.QUEUE_SCALE),
                values.get(WeightsKeys.ERROR_PENALTY),
                values.get(WeightsKeys.LATENCY),
                values.get(WeightsKeys.LATENCY_WEIGHT),
                values.get(WeightsKeys.MIN_OBSERVATIONS),
                values.get(WeightsKeys.STALE_AFTER),
                values.get(WeightsKeys.UNKNOWN_AFTER),
                values.get(WeightsKeys.UNKNOWN),
                new Score(
                        values.get(WeightsKeys.SCORE_HEALTH),
                        values.get(WeightsKeys.SCORE_LATENCY),
                        values.get(WeightsKeys.SCORE_QUEUE)),
                new Scrape(
                        values.get(WeightsKeys.SCRAPE_TIMEOUT),
                        values.get(WeightsKeys.SCRAPE_MAX_BODY),
                        Math.toIntExact(values.get(WeightsKeys.SCRAPE_MAX_LINE)),
                        values.get(WeightsKeys.SCRAPE_MAX_SERIES),
                        values.get(WeightsKeys.SCRAPE_MAX_IN_FLIGHT),
                        values.get(WeightsKeys.SCRAPE_MAX_REDIRECTS),
                        values.get(WeightsKeys.SCRAPE_ALLOWED_HOSTS),
                        values.get(WeightsKeys.SCRAPE_DENIED_NETWORKS)),
                new Health(
                        values.get(WeightsKeys.HEALTH_PORT),
                        values.get(WeightsKeys.HEALTH_INTERVAL),
                        values.get(WeightsKeys.HEALTH_TIMEOUT),
                        values.get(WeightsKeys.HEALTH_FAILURE_THRESHOLD),
                        values.get(WeightsKeys.HEALTH_SUCCESS_THRESHOLD)),
                values.get(WeightsKeys.CLOUD_PROVIDERS),
                values.get(WeightsKeys.REMOTE_PROVIDERS),
                new Metrics(
                        values.get(WeightsKeys.METRICS_KV),
                        values.get(WeightsKeys.METRICS_RUNNING),
                        values.get(WeightsKeys.METRICS_WAITING),
                        values.get(WeightsKeys.METRICS_PROGRESS)),
                new Contention(
                        values.get(WeightsKeys.CONTENTION_REVERTS),
                        values.get(WeightsKeys.CONTENTION_WINDOW),
                        values.get(WeightsKeys.CONTENTION_RETRY)),
                values.get(WeightsKeys.CONCURRENCY));
    }
}
