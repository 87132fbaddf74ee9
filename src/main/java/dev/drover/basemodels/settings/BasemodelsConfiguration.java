package dev.drover.basemodels.settings;

import static java.util.Objects.requireNonNull;

import dev.drover.config.Values;
import java.util.Optional;

/**
 * The keys {@code drover.basemodels.*} as one value; components are named like the keys, which say
 * what they mean ({@link BasemodelsKeys}). Ranges and contradictions were checked when the
 * configuration was read.
 *
 * @param agentNamespace where the OME agent writes its ConfigMaps; used in mode {@code ome-agent}
 */
public record BasemodelsConfiguration(
        Extractor extractor,
        Extract extract,
        boolean honourSkipAnnotation,
        boolean clusterModels,
        FirstConsumer firstConsumer,
        OtherController otherController,
        boolean eventReads,
        int concurrency,
        RetrySettings retries,
        JobSettings job,
        String agentNamespace) {
    private static final int AGENT_USER = 65532;

    public BasemodelsConfiguration {
        requireNonNull(retries);
        requireNonNull(job);
    }

    /** What is in force when nobody sets anything. */
    public static BasemodelsConfiguration defaults() {
        return of(BasemodelsKeys.SCHEMA.defaults());
    }

    /** The values in force. */
    public static BasemodelsConfiguration of(Values values) {
        return new BasemodelsConfiguration(
                values.get(BasemodelsKeys.EXTRACTOR),
                values.get(BasemodelsKeys.EXTRACT),
                values.get(BasemodelsKeys.HONOUR_SKIP_ANNOTATION),
                values.get(BasemodelsKeys.CLUSTER_MODELS),
                values.get(BasemodelsKeys.FIRST_CONSUMER),
                values.get(BasemodelsKeys.OTHER_CONTROLLER),
                values.get(BasemodelsKeys.EVENT_READS),
                values.get(BasemodelsKeys.CONCURRENCY),
                new RetrySettings(
                        values.get(BasemodelsKeys.MAX_ATTEMPTS),
                        values.get(BasemodelsKeys.RETRY_DELAY),
                        values.get(BasemodelsKeys.RETRY_DELAY_MAX),
                        values.get(BasemodelsKeys.SLOW_RETRY)),
                job(values),
                values.get(BasemodelsKeys.AGENT_NAMESPACE));
    }

    private static JobSettings job(Values values) {
        Extractor extractor = values.get(BasemodelsKeys.EXTRACTOR);
        boolean agent = extractor == Extractor.OME_AGENT;
        String account = values.get(JobKeys.SERVICE_ACCOUNT);
        return new JobSettings(
                given(values.get(agent ? BasemodelsKeys.AGENT_IMAGE : JobKeys.IMAGE)),
                values.get(JobKeys.IMAGE_PULL_POLICY),
                values.get(JobKeys.IMAGE_PULL_SECRETS),
                values.get(JobKeys.COMMAND),
                account.isEmpty() ? extractor.serviceAccount() : account,
                values.get(JobKeys.CREATE_SERVICE_ACCOUNT),
                values.get(JobKeys.DEADLINE),
                values.get(JobKeys.TTL),
                values.get(JobKeys.BACKOFF_LIMIT),
                new JobSettings.Resource(
                        values.get(JobKeys.CPU_REQUEST), values.get(JobKeys.CPU_LIMIT)),
                new JobSettings.Resource(
                        values.get(JobKeys.MEMORY_REQUEST), values.get(JobKeys.MEMORY_LIMIT)),
                new JobSettings.Resource(
                        values.get(JobKeys.EPHEMERAL_REQUEST), values.get(JobKeys.EPHEMERAL_LIMIT)),
                user(values.get(JobKeys.RUN_AS_USER), agent),
                user(values.get(JobKeys.RUN_AS_GROUP), agent),
                values.get(JobKeys.SUPPLEMENTAL_GROUPS),
                values.get(JobKeys.NODE_SELECTOR),
                values.get(JobKeys.LABELS),
                values.get(JobKeys.ANNOTATIONS),
                values.get(JobKeys.TOLERATIONS),
                values.get(JobKeys.AFFINITY),
                given(values.get(JobKeys.PRIORITY_CLASS)));
    }

    /** The agent's image runs as root unless it is told otherwise. */
    private static Optional<Integer> user(Optional<Integer> configured, boolean agent) {
        return configured.isEmpty() && agent ? Optional.of(AGENT_USER) : configured;
    }

    private static Optional<String> given(String text) {
        return Optional.of(text).filter(given -> !given.isEmpty());
    }
}
