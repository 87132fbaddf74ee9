package dev.drover.basemodels.settings;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.config.Constraint;
import dev.drover.config.Key;
import dev.drover.config.KeyType;
import dev.drover.config.Schema;
import dev.drover.config.Values;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The keys {@code drover.basemodels.job.*}: what a metadata Job looks like. All are live. */
public final class JobKeys {
    private static final Quantity LEAST_MEMORY =
            Quantity.parse("256Mi"); // heap of 192Mi and the JVM

    public static final Key<String> IMAGE =
            job("image", JobTypes.image(), "")
                    .meaning(
                            "image with the extractor; the shipped manifests set it to Drover's"
                                    + " own");

    public static final Key<ImagePullPolicy> IMAGE_PULL_POLICY =
            job(
                            "image-pull-policy",
                            KeyType.choice(ImagePullPolicy.class, ImagePullPolicy::word),
                            "IfNotPresent")
                    .meaning("of the Job's container");

    public static final Key<List<String>> IMAGE_PULL_SECRETS =
            job("image-pull-secrets", KeyType.listOf(JobTypes.name()), "")
                    .meaning("Secrets in the namespace of the claim");

    public static final Key<List<String>> COMMAND =
            job(
                            "command",
                            JobTypes.words(),
                            "java,-XX:-UsePerfData,-XX:+UseSerialGC,-XX:TieredStopAtLevel=1,-Xmx192m,"
                                    + "-cp,/opt/drover/lib/*,dev.drover.basemodels.extractor.Extractor")
                    .meaning("program and leading arguments; options of the extractor follow");

    public static final Key<String> SERVICE_ACCOUNT =
            job("service-account", JobTypes.optionalName(), "")
                    .meaning(
                            "of the Job's Pod; empty: `drover-metadata`, with the OME agent"
                                    + " `ome-model-metadata`");

    public static final Key<Boolean> CREATE_SERVICE_ACCOUNT =
            job("create-service-account", KeyType.bool(), "true")
                    .meaning("create it where it is missing");

    public static final Key<Duration> DEADLINE =
            job("deadline", KeyType.duration("30s", "24h"), "300s")
                    .meaning("of a Job, scheduling, provisioning and image pull included");

    public static final Key<Duration> TTL =
            job("ttl", KeyType.duration("60s", "7d"), "3600s")
                    .meaning("until a finished Job is removed");

    public static final Key<Integer> BACKOFF_LIMIT =
            job("backoff-limit", KeyType.integer(0, 6), "2")
                    .meaning("Pods of one Job that may fail");

    public static final Key<Quantity> CPU_REQUEST = quantity("cpu-request", "100m");
    public static final Key<Quantity> CPU_LIMIT = quantity("cpu-limit", "500m");
    public static final Key<Quantity> MEMORY_REQUEST = quantity("memory-request", "256Mi");
    public static final Key<Quantity> MEMORY_LIMIT = quantity("memory-limit", "512Mi");
    public static final Key<Quantity> EPHEMERAL_REQUEST = quantity("ephemeral-request", "16Mi");
    public static final Key<Quantity> EPHEMERAL_LIMIT = quantity("ephemeral-limit", "64Mi");

    public static final Key<Optional<Integer>> RUN_AS_USER =
            job("run-as-user", JobTypes.optionalId(), "")
                    .meaning("empty: that of the image, with the OME agent 65532");

    public static final Key<Optional<Integer>> RUN_AS_GROUP =
            job("run-as-group", JobTypes.optionalId(), "").meaning("as `run-as-user`");

    public static final Key<List<Integer>> SUPPLEMENTAL_GROUPS =
            job("supplemental-groups", KeyType.listOf(JobTypes.id()), "")
                    .meaning("groups that may read the model's files");

    public static final Key<Map<String, String>> NODE_SELECTOR =
            job("node-selector", JobTypes.labels(), "")
                    .meaning("`k=v,…`; a model's own `storage.nodeSelector` wins per key");

    public static final Key<Map<String, String>> LABELS =
            job("labels", JobTypes.ownLabels(), "")
                    .meaning("`k=v,…`, for example the label of a queueing system");

    public static final Key<Map<String, String>> ANNOTATIONS =
            job("annotations", JobTypes.annotations(), "").meaning("`k=v,…`");

    public static final Key<JsonNode> TOLERATIONS =
            job("tolerations", JobTypes.tolerations(), "")
                    .meaning("JSON array as in a Pod's `spec.tolerations`");

    public static final Key<JsonNode> AFFINITY =
            job("affinity", JobTypes.affinity(), "")
                    .meaning("JSON object as in a Pod's `spec.affinity`");

    public static final Key<String> PRIORITY_CLASS =
            job("priority-class", JobTypes.optionalName(), "").meaning("of the Job's Pod");

    static final Schema SCHEMA =
            Schema.of(
                            IMAGE,
                            IMAGE_PULL_POLICY,
                            IMAGE_PULL_SECRETS,
                            COMMAND,
                            SERVICE_ACCOUNT,
                            CREATE_SERVICE_ACCOUNT,
                            DEADLINE,
                            TTL,
                            BACKOFF_LIMIT,
                            CPU_REQUEST,
                            CPU_LIMIT,
                            MEMORY_REQUEST,
                            MEMORY_LIMIT,
                            EPHEMERAL_REQUEST,
                            EPHEMERAL_LIMIT,
                            RUN_AS_USER,
                            RUN_AS_GROUP,
                            SUPPLEMENTAL_GROUPS,
                            NODE_SELECTOR,
                            LABELS,
                            ANNOTATIONS,
                            TOLERATIONS,
                            AFFINITY,
                            PRIORITY_CLASS)
                    .rule(atMost(CPU_REQUEST, CPU_LIMIT))
                    .rule(atMost(MEMORY_REQUEST, MEMORY_LIMIT))
                    .rule(atMost(EPHEMERAL_REQUEST, EPHEMERAL_LIMIT))
                    .rule(new Constraint(List.of(MEMORY_LIMIT), JobKeys::tooLittleMemory));

    private JobKeys() {}

    private static <T> Key<T> job(String name, KeyType<T> type, String defaultText) {
        return Key.of(BasemodelsKeys.PREFIX + "job." + name, type, defaultText).live();
    }

    private static Key<Quantity> quantity(String name, String defaultText) {
        return job(name, JobTypes.quantity(), defaultText).meaning("of the Job's container");
    }

    private static Constraint atMost(Key<Quantity> request, Key<Quantity> limit) {
        return new Constraint(
                List.of(request, limit),
                values ->
                        values.get(request).compareTo(values.get(limit)) <= 0
                                ? Optional.empty()
                                : Optional.of(
                                        "%s is above %s %s; accepted: at most %3$s"
                                                .formatted(
                                                        values.get(request),
                                                        limit,
                                                        values.get(limit))));
    }

    private static Optional<String> tooLittleMemory(Values values) {
        Quantity limit = values.get(MEMORY_LIMIT);
        return limit.compareTo(LEAST_MEMORY) >= 0
                ? Optional.empty()
                : Optional.of(limit + " is below " + LEAST_MEMORY + "; accepted: 256Mi or more");
    }
}
