package dev.drover.basemodels.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.basemodels.metadata.FailureCode;
import dev.drover.basemodels.objects.JobPod;
import dev.drover.basemodels.settings.BasemodelsConfiguration;
import dev.drover.basemodels.settings.Extractor;
import dev.drover.basemodels.settings.JobSettings;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The Job that reads a model's configuration (spec basemodels 6 and 9). It is admitted by
 * PodSecurity {@code restricted} and by quotas on requests and limits. Empty fields are left out.
 */
public final class JobManifest {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String VOLUME = "model";
    private static final String MOUNT = "/model";

    /** Sidecars never end, and a Pod with one never completes. */
    private static final Map<String, String> NO_SIDECARS =
            Map.of("sidecar.istio.io/inject", "false", "kuma.io/sidecar-injection", "disabled");

    private final JobOrder order;
    private final JobSettings settings;
    private final BasemodelsConfiguration configuration;
    private final boolean agent;

    private JobManifest(JobOrder order, BasemodelsConfiguration configuration) {
        this.order = order;
        this.configuration = configuration;
        this.settings = configuration.job();
        this.agent = configuration.extractor() == Extractor.OME_AGENT;
    }

    /**
     * The whole object.
     *
     * @throws IllegalStateException when no image is configured
     */
    public static ObjectNode of(JobOrder order, BasemodelsConfiguration configuration) {
        return new JobManifest(order, configuration).job();
    }

    private ObjectNode job() {
        ObjectNode job = NODES.objectNode().put("apiVersion", "batch/v1").put("kind", "Job");
        ObjectNode metadata = job.putObject("metadata");
        metadata.put("name", order.key().name()).put("namespace", order.key().namespace());
        Map<String, String> labels = JobMetadata.labels(order.model(), settings.labels());
        metadata.set("labels", texts(labels));
        metadata.set(
                "annotations",
                texts(
                        JobMetadata.annotations(
                                order, configuration.extractor().word(), settings.annotations())));
        metadata.set("ownerReferences", JobMetadata.owners(order.model()));
        ObjectNode spec = job.putObject("spec");
        spec.put("completions", 1).put("parallelism", 1);
        spec.put("backoffLimit", settings.backoffLimit());
        spec.put("ttlSecondsAfterFinished", settings.ttl().toSeconds());
        spec.put("activeDeadlineSeconds", settings.deadline().toSeconds());
        spec.set("podFailurePolicy", podFailurePolicy());
        ObjectNode template = spec.putObject("template");
        template.set("metadata", podMetadata(labels));
        template.set("spec", podSpec());
        return job;
    }

    /** What another try cannot change ends the Job; a drained node costs no try. */
    private ObjectNode podFailurePolicy() {
        ObjectNode policy = NODES.objectNode();
        ArrayNode rules = policy.putArray("rules");
        if (!agent) {
            ObjectNode rule = rules.addObject().put("action", "FailJob");
            ArrayNode values =
                    rule.putObject("onExitCodes")
                            .put("containerName", JobPod.CONTAINER)
                            .put("operator", "In")
                            .putArray("values");
            Arrays.stream(FailureCode.values())
                    .filter(FailureCode::permanent)
                    .mapToInt(FailureCode::exit)
                    .sorted()
                    .forEach(values::add);
        }
        ObjectNode ignored = rules.addObject().put("action", "Ignore");
        ignored.putArray("onPodConditions")
                .addObject()
                .put("type", "DisruptionTarget")
                .put("status", "True");
        return policy;
    }

    private ObjectNode podMetadata(Map<String, String> jobLabels) {
        Map<String, String> labels = new LinkedHashMap<>(jobLabels);
        labels.putAll(new TreeMap<>(NO_SIDECARS));
        Map<String, String> annotations = new TreeMap<>(NO_SIDECARS);
        annotations.put("linkerd.io/inject", "disabled");
        annotations.put("cluster-autoscaler.kubernetes.io/safe-to-evict", "true");
        ObjectNode metadata = NODES.objectNode();
        metadata.set("labels", texts(labels));
        metadata.set("annotations", texts(annotations));
        return metadata;
    }

    private ObjectNode podSpec() {
        ObjectNode spec = NODES.objectNode().put("restartPolicy", "Never");
        spec.put("serviceAccountName", settings.serviceAccount());
        spec.put("automountServiceAccountToken", agent); // the agent writes its ConfigMap
        spec.put("enableServiceLinks", false);
        spec.put("terminationGracePeriodSeconds", 5);
        placement(spec);
        spec.set("securityContext", podSecurity());
        spec.putArray("containers").add(container());
        ObjectNode volume = spec.putArray("volumes").addObject().put("name", VOLUME);
        volume.putObject("persistentVolumeClaim")
                .put("claimName", order.uri().claim().name())
                .put("readOnly", true);
        return spec;
    }

    private void placement(ObjectNode spec) {
        ArrayNode secrets = NODES.arrayNode();
        settings.imagePullSecrets().forEach(name -> secrets.addObject().put("name", name));
        Map<String, String> selector = new TreeMap<>(settings.nodeSelector());
        selector.putAll(order.model().nodeSelector());
        setUnlessEmpty(spec, "imagePullSecrets", secrets);
        setUnlessEmpty(spec, "nodeSelector", texts(selector));
        setUnlessEmpty(spec, "tolerations", settings.tolerations().deepCopy());
        setUnlessEmpty(
                spec,
                "affinity",
                Affinity.of(settings.affinity(), order.model().nodeAffinity(), order.node()));
        settings.priorityClass().ifPresent(name -> spec.put("priorityClassName", name));
    }

    /** Never fsGroup: without effect on a volume mounted read-only, a recursive chown elsewhere. */
    private ObjectNode podSecurity() {
        ObjectNode context = NODES.objectNode().put("runAsNonRoot", true);
        context.putObject("seccompProfile").put("type", "RuntimeDefault");
        settings.runAsUser().ifPresent(user -> context.put("runAsUser", user));
        settings.runAsGroup().ifPresent(group -> context.put("runAsGroup", group));
        ArrayNode groups = NODES.arrayNode();
        settings.supplementalGroups().forEach(groups::add);
        setUnlessEmpty(context, "supplementalGroups", groups);
        return context;
    }

    private ObjectNode container() {
        ObjectNode container = NODES.objectNode().put("name", JobPod.CONTAINER);
        container.put(
                "image", settings.image().orElseThrow(() -> new IllegalStateException("no image")));
        container.put("imagePullPolicy", settings.imagePullPolicy().word());
        command(container);
        container.set("resources", resources());
        ObjectNode security = container.putObject("securityContext");
        security.put("allowPrivilegeEscalation", false).put("readOnlyRootFilesystem", true);
        security.putObject("capabilities").putArray("drop").add("ALL");
        security.putObject("seccompProfile").put("type", "RuntimeDefault");
        container.put("terminationMessagePath", "/dev/termination-log");
        container.put("terminationMessagePolicy", "FallbackToLogsOnError");
        container.putArray("volumeMounts").add(mount());
        return container;
    }

    private void command(ObjectNode container) {
        if (!agent) {
            container.putArray("command").add(escaped(settings.command().get(0)));
        }
        ArrayNode args = container.putArray("args");
        JobArguments.of(order, configuration).forEach(arg -> args.add(escaped(arg)));
        if (agent) {
            container
                    .putArray("env")
                    .addObject()
                    .put("name", "POD_NAMESPACE")
                    .put("value", configuration.agentNamespace());
        }
    }

    /** The kubelet expands {@code $(NAME)}. */
    private static String escaped(String argument) {
        return argument.replace("$", "$$");
    }

    private ObjectNode mount() {
        ObjectNode mount = NODES.objectNode().put("name", VOLUME).put("mountPath", MOUNT);
        if (!order.uri().subPath().isEmpty()) {
            mount.put("subPath", order.uri().subPath());
        }
        return mount.put("readOnly", true);
    }

    private ObjectNode resources() {
        ObjectNode resources = NODES.objectNode();
        ObjectNode requests = resources.putObject("requests");
        ObjectNode limits = resources.putObject("limits");
        Map<String, JobSettings.Resource> all = new LinkedHashMap<>();
        all.put("cpu", settings.cpu());
        all.put("memory", settings.memory());
        all.put("ephemeral-storage", settings.ephemeral());
        all.forEach(
                (name, resource) -> {
                    requests.put(name, resource.request().text());
                    limits.put(name, resource.limit().text());
                });
        return resources;
    }

    private static void setUnlessEmpty(ObjectNode object, String key, JsonNode value) {
        if (!value.isEmpty()) {
            object.set(key, value);
        }
    }

    private static ObjectNode texts(Map<String, String> texts) {
        ObjectNode object = NODES.objectNode();
        texts.forEach(object::put);
        return object;
    }

    /** What runs in the container: {@link JobArguments} uses the mount too. */
    static List<String> modelPath() {
        return List.of("--model-path", MOUNT);
    }
}
