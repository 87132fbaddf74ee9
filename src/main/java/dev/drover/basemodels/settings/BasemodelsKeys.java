package dev.drover.basemodels.settings;

import dev.drover.config.Constraint;
import dev.drover.config.Durations;
import dev.drover.config.Key;
import dev.drover.config.KeyType;
import dev.drover.config.Schema;
import dev.drover.config.Values;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The keys {@code drover.basemodels.*}; those of the Job are {@link JobKeys}. All are live but
 * those that choose what is watched or size a pool.
 */
public final class BasemodelsKeys {
    static final String PREFIX = "drover.basemodels.";

    public static final Key<Extractor> EXTRACTOR =
            Key.of(PREFIX + "extractor", KeyType.choice(Extractor.class), "native")
                    .meaning(
                            "what reads the model's files: Drover's own program, or the OME agent");

    public static final Key<Extract> EXTRACT =
            live("extract", KeyType.choice(Extract.class), "always")
                    .meaning(
                            "`always` validates with a Job even if all fields are set;"
                                    + " `when-incomplete` only runs it to fill one");

    public static final Key<Boolean> HONOUR_SKIP_ANNOTATION =
            live("honour-skip-annotation", KeyType.bool(), "false")
                    .meaning(
                            "no Job for models with `ome.oracle.com/skip-config-parsing:"
                                    + " \"true\"`");

    public static final Key<Boolean> CLUSTER_MODELS =
            Key.of(PREFIX + "cluster-models", KeyType.bool(), "true")
                    .meaning("handle ClusterBaseModels");

    public static final Key<FirstConsumer> FIRST_CONSUMER =
            live("first-consumer", KeyType.choice(FirstConsumer.class), "job")
                    .meaning(
                            "who binds a claim with `WaitForFirstConsumer`: the metadata Job, or"
                                    + " somebody that is waited for");

    public static final Key<OtherController> OTHER_CONTROLLER =
            live("other-controller", KeyType.choice(OtherController.class), "stand-down")
                    .meaning("what to do where OME's own controller runs metadata Jobs too");

    public static final Key<Boolean> EVENT_READS =
            live("event-reads", KeyType.bool(), "true")
                    .meaning("read Events of a Job, Pod or claim that makes no progress");

    public static final Key<Integer> CONCURRENCY =
            Key.of(PREFIX + "concurrency", KeyType.integer(1, 32), "4")
                    .meaning("models decided at once, of each of the two kinds");

    public static final Key<Integer> MAX_ATTEMPTS =
            live("max-attempts", KeyType.integer(1, 20), "5")
                    .meaning("failed Jobs of one model and source before `slow-retry`");

    public static final Key<Duration> RETRY_DELAY =
            live("retry-delay", KeyType.duration("10s", "24h"), "5m")
                    .meaning("after the first failed Job; doubles with each further one");

    public static final Key<Duration> RETRY_DELAY_MAX =
            live("retry-delay-max", KeyType.duration("10s", "24h"), "60m")
                    .meaning("most that it grows to; at least `retry-delay`");

    public static final Key<Duration> SLOW_RETRY =
            live("slow-retry", JobTypes.slowRetry(), "6h")
                    .meaning(
                            "after the last attempt and after what only a user can mend; 0 ="
                                    + " never");

    public static final Key<String> AGENT_IMAGE =
            live("ome-agent.image", JobTypes.image(), "")
                    .meaning("image with the OME agent; needed with `extractor=ome-agent`");

    public static final Key<String> AGENT_NAMESPACE =
            Key.of(PREFIX + "ome-agent.namespace", KeyType.namespace(), "ome")
                    .meaning("where the OME agent writes its ConfigMaps");

    /** All of them, the Job's included, with the rules between them. */
    public static final Schema SCHEMA =
            Schema.of(
                            EXTRACTOR,
                            EXTRACT,
                            HONOUR_SKIP_ANNOTATION,
                            CLUSTER_MODELS,
                            FIRST_CONSUMER,
                            OTHER_CONTROLLER,
                            EVENT_READS,
                            CONCURRENCY,
                            MAX_ATTEMPTS,
                            RETRY_DELAY,
                            RETRY_DELAY_MAX,
                            SLOW_RETRY)
                    .rule(
                            new Constraint(
                                    List.of(RETRY_DELAY_MAX, RETRY_DELAY), BasemodelsKeys::shrinks))
                    .and(JobKeys.SCHEMA)
                    .and(Schema.of(AGENT_IMAGE, AGENT_NAMESPACE));

    private BasemodelsKeys() {}

    private static Optional<String> shrinks(Values values) {
        Duration delay = values.get(RETRY_DELAY);
        Duration longest = values.get(RETRY_DELAY_MAX);
        return longest.compareTo(delay) >= 0
                ? Optional.empty()
                : Optional.of(
                        "%s is below %s %s; accepted: %3$s or more"
                                .formatted(
                                        Durations.text(longest),
                                        RETRY_DELAY,
                                        Durations.text(delay)));
    }

    private static <T> Key<T> live(String name, KeyType<T> type, String defaultText) {
        return Key.of(PREFIX + name, type, defaultText).live();
    }
}
