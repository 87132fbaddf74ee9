package dev.drover.basemodels.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.drover.config.ConfigurationException;
import dev.drover.config.Key;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BasemodelsConfigurationTest {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    @Test
    void recordsTheDefaults() {
        assertThat(BasemodelsConfiguration.defaults())
                .isEqualTo(
                        new BasemodelsConfiguration(
                                Extractor.NATIVE,
                                Extract.ALWAYS,
                                false,
                                true,
                                FirstConsumer.JOB,
                                OtherController.STAND_DOWN,
                                true,
                                4,
                                new RetrySettings(
                                        5,
                                        Duration.ofMinutes(5),
                                        Duration.ofHours(1),
                                        Duration.ofHours(6)),
                                new JobSettings(
                                        Optional.empty(),
                                        ImagePullPolicy.IF_NOT_PRESENT,
                                        List.of(),
                                        List.of(
                                                "java",
                                                "-XX:-UsePerfData",
                                                "-XX:+UseSerialGC",
                                                "-XX:TieredStopAtLevel=1",
                                                "-Xmx192m",
                                                "-cp",
                                                "/opt/drover/lib/*",
                                                "dev.drover.basemodels.extractor.Extractor"),
                                        "drover-metadata",
                                        true,
                                        Duration.ofMinutes(5),
                                        Duration.ofHours(1),
                                        2,
                                        resource("100m", "500m"),
                                        resource("256Mi", "512Mi"),
                                        resource("16Mi", "64Mi"),
                                        Optional.empty(),
                                        Optional.empty(),
                                        List.of(),
                                        Map.of(),
                                        Map.of(),
                                        Map.of(),
                                        JSON.arrayNode(),
                                        JSON.objectNode(),
                                        Optional.empty()),
                                "ome"));
    }

    @Test
    void everyKeyReachesItsComponent() {
        Map<String, String> set = new HashMap<>();
        set.put("DROVER_BASEMODELS_EXTRACT", "when-incomplete");
        set.put("DROVER_BASEMODELS_HONOUR_SKIP_ANNOTATION", "true");
        set.put("DROVER_BASEMODELS_CLUSTER_MODELS", "false");
        set.put("DROVER_BASEMODELS_FIRST_CONSUMER", "wait");
        set.put("DROVER_BASEMODELS_OTHER_CONTROLLER", "ignore");
        set.put("DROVER_BASEMODELS_EVENT_READS", "false");
        set.put("DROVER_BASEMODELS_CONCURRENCY", "7");
        set.put("DROVER_BASEMODELS_MAX_ATTEMPTS", "3");
        set.put("DROVER_BASEMODELS_RETRY_DELAY", "1m");
        set.put("DROVER_BASEMODELS_RETRY_DELAY_MAX", "2m");
        set.put("DROVER_BASEMODELS_SLOW_RETRY", "0");
        set.put("DROVER_BASEMODELS_JOB_IMAGE", "registry/drover@sha256:1");
        set.put("DROVER_BASEMODELS_JOB_IMAGE_PULL_POLICY", "Always");
        set.put("DROVER_BASEMODELS_JOB_IMAGE_PULL_SECRETS", "pull-a,pull-b");
        set.put("DROVER_BASEMODELS_JOB_COMMAND", "java, -cp, x, -cp, Y");
        set.put("DROVER_BASEMODELS_JOB_SERVICE_ACCOUNT", "own");
        set.put("DROVER_BASEMODELS_JOB_CREATE_SERVICE_ACCOUNT", "false");
        set.put("DROVER_BASEMODELS_JOB_DEADLINE", "60s");
        set.put("DROVER_BASEMODELS_JOB_TTL", "7d");
        set.put("DROVER_BASEMODELS_JOB_BACKOFF_LIMIT", "0");
        set.put("DROVER_BASEMODELS_JOB_CPU_REQUEST", "0.2");
        set.put("DROVER_BASEMODELS_JOB_CPU_LIMIT", "200m");
        set.put("DROVER_BASEMODELS_JOB_MEMORY_REQUEST", "1Gi");
        set.put("DROVER_BASEMODELS_JOB_MEMORY_LIMIT", "2G");
        set.put("DROVER_BASEMODELS_JOB_EPHEMERAL_REQUEST", "1Mi");
        set.put("DROVER_BASEMODELS_JOB_EPHEMERAL_LIMIT", "2Mi");
        set.put("DROVER_BASEMODELS_JOB_RUN_AS_USER", "1000");
        set.put("DROVER_BASEMODELS_JOB_RUN_AS_GROUP", "2000");
        set.put("DROVER_BASEMODELS_JOB_SUPPLEMENTAL_GROUPS", "10,20");
        set.put("DROVER_BASEMODELS_JOB_NODE_SELECTOR", "pool=cpu");
        set.put("DROVER_BASEMODELS_JOB_LABELS", "kueue.x-k8s.io/queue-name=models,empty=");
        set.put("DROVER_BASEMODELS_JOB_ANNOTATIONS", "note=any text (1)");
        set.put("DROVER_BASEMODELS_JOB_TOLERATIONS", "[{\"operator\":\"Exists\"}]");
        set.put("DROVER_BASEMODELS_JOB_AFFINITY", "{\"nodeAffinity\":{}}");
        set.put("DROVER_BASEMODELS_JOB_PRIORITY_CLASS", "low");
        set.put("DROVER_BASEMODELS_OME_AGENT_NAMESPACE", "models");

        BasemodelsConfiguration read = configuration(set);

        assertThat(read)
                .isEqualTo(
                        new BasemodelsConfiguration(
                                Extractor.NATIVE,
                                Extract.WHEN_INCOMPLETE,
                                true,
                                false,
                                FirstConsumer.WAIT,
                                OtherController.IGNORE,
                                false,
                                7,
                                new RetrySettings(
                                        3,
                                        Duration.ofMinutes(1),
                                        Duration.ofMinutes(2),
                                        Duration.ZERO),
                                new JobSettings(
                                        Optional.of("registry/drover@sha256:1"),
                                        ImagePullPolicy.ALWAYS,
                                        List.of("pull-a", "pull-b"),
                                        List.of("java", "-cp", "x", "-cp", "Y"),
                                        "own",
                                        false,
                                        Duration.ofMinutes(1),
                                        Duration.ofDays(7),
                                        0,
                                        resource("0.2", "200m"),
                                        resource("1Gi", "2G"),
                                        resource("1Mi", "2Mi"),
                                        Optional.of(1000),
                                        Optional.of(2000),
                                        List.of(10, 20),
                                        Map.of("pool", "cpu"),
                                        Map.of("kueue.x-k8s.io/queue-name", "models", "empty", ""),
                                        Map.of("note", "any text (1)"),
                                        JSON.arrayNode()
                                                .add(JSON.objectNode().put("operator", "Exists")),
                                        JSON.objectNode().set("nodeAffinity", JSON.objectNode()),
                                        Optional.of("low")),
                                "models"));
    }

    @Test
    void theOmeAgentHasAnImageAnAccountAndAUserOfItsOwn() {
        BasemodelsConfiguration read =
                configuration(
                        Map.of(
                                "DROVER_BASEMODELS_EXTRACTOR", "ome-agent",
                                "DROVER_BASEMODELS_JOB_IMAGE", "drover",
                                "DROVER_BASEMODELS_OME_AGENT_IMAGE", "agent:1"));
        assertThat(read.extractor()).isEqualTo(Extractor.OME_AGENT);
        assertThat(read.job().image()).contains("agent:1");
        assertThat(read.job().serviceAccount()).isEqualTo("ome-model-metadata");
        assertThat(read.job().runAsUser()).contains(65532);
        assertThat(read.job().runAsGroup()).contains(65532);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "JOB_CPU_REQUEST       | 100x | drover.basemodels.job.cpu-request: \"100x\" is not"
                        + " a quantity; accepted: quantities such as 100m, 0.5, 256Mi",
                "JOB_CPU_REQUEST       | 0    | drover.basemodels.job.cpu-request: \"0\" is not"
                        + " above zero; accepted: quantities such as 100m, 0.5, 256Mi",
                "JOB_CPU_REQUEST       | 501m | drover.basemodels.job.cpu-request: 501m is above"
                        + " drover.basemodels.job.cpu-limit 500m; accepted: at most 500m",
                "JOB_MEMORY_REQUEST    | 1Gi  | drover.basemodels.job.memory-request: 1Gi is above"
                        + " drover.basemodels.job.memory-limit 512Mi; accepted: at most 512Mi",
                "JOB_EPHEMERAL_LIMIT   | 15Mi | drover.basemodels.job.ephemeral-request: 16Mi is"
                        + " above drover.basemodels.job.ephemeral-limit 15Mi; accepted: at most 15Mi",
                "RETRY_DELAY           | 2h   | drover.basemodels.retry-delay-max: 1h is below"
                        + " drover.basemodels.retry-delay 2h; accepted: 2h or more",
                "RETRY_DELAY           | 9s   | drover.basemodels.retry-delay: \"9s\" is below 10s;"
                        + " accepted: 10s to 24h",
                "SLOW_RETRY            | 9m   | drover.basemodels.slow-retry: \"9m\" is below 10m;"
                        + " accepted: 0 (off), 10m to 7d",
                "SLOW_RETRY            | 8d   | drover.basemodels.slow-retry: \"8d\" is above 7d;"
                        + " accepted: 0 (off), 10m to 7d",
                "JOB_RUN_AS_USER       | 0    | drover.basemodels.job.run-as-user: \"0\" is below"
                        + " 1; accepted: 1 to 2147483647",
                "JOB_COMMAND           | a,,b | drover.basemodels.job.command: \"a,,b\" has an"
                        + " empty word; accepted: a program and its arguments, comma-separated",
                "JOB_IMAGE             | a b  | drover.basemodels.job.image: \"a b\" is not a"
                        + " reference to an image; accepted: a reference such as"
                        + " registry.example.com/drover@sha256:…",
                "JOB_SERVICE_ACCOUNT   | A    | drover.basemodels.job.service-account: \"A\" is not"
                        + " an object's name; accepted: an object's name",
                "JOB_NODE_SELECTOR     | pool | drover.basemodels.job.node-selector: \"pool\" holds"
                        + " \"pool\", which has no \"=\"; accepted: k=v,… as labels are",
                "JOB_NODE_SELECTOR     | a=b,a=c | drover.basemodels.job.node-selector: \"a=b,a=c\""
                        + " holds \"a=c\", which repeats a key; accepted: k=v,… as labels are",
                "JOB_LABELS            | a=(1) | drover.basemodels.job.labels: \"a=(1)\" holds"
                        + " \"a=(1)\", which has no legal value; accepted: k=v,… as labels are, without"
                        + " Drover's own",
                "JOB_LABELS            | job-name=x | drover.basemodels.job.labels: \"job-name=x\""
                        + " holds \"job-name=x\", which has a key that the flow sets itself; accepted:"
                        + " k=v,… as labels are, without Drover's own",
                "JOB_ANNOTATIONS       | drover.dev/attempt=9 | drover.basemodels.job.annotations:"
                        + " \"drover.dev/attempt=9\" holds \"drover.dev/attempt=9\", which has a key"
                        + " that the flow sets itself; accepted: k=v,… as annotations are, without"
                        + " Drover's own",
                "JOB_IMAGE_PULL_POLICY | Often | drover.basemodels.job.image-pull-policy: \"Often\""
                        + " is not one of its words; accepted: Always, IfNotPresent, Never",
            })
    void refusesWhatNoJobCanBeMadeOf(String key, String value, String message) {
        assertThatThrownBy(() -> configuration(Map.of("DROVER_BASEMODELS_" + key, value)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(message);
    }

    @Test
    void theMemoryMustSufficeForTheHeapOfTheExtractor() {
        assertThatThrownBy(
                        () ->
                                configuration(
                                        Map.of(
                                                "DROVER_BASEMODELS_JOB_MEMORY_REQUEST", "100Mi",
                                                "DROVER_BASEMODELS_JOB_MEMORY_LIMIT", "255Mi")))
                .hasMessageContaining(
                        "drover.basemodels.job.memory-limit: 255Mi is below 256Mi; accepted: 256Mi"
                                + " or more");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "TOLERATIONS | [{]                              | is not JSON: line 1, column 3",
                "TOLERATIONS | {}                               | is not an array",
                "TOLERATIONS | [{\"operater\":\"Exists\"}]      | at [0]: unknown field"
                        + " \"operater\"",
                "TOLERATIONS | [{},{\"effect\":\"Never\"}]      | at [1].effect: is not one of"
                        + " NoSchedule, PreferNoSchedule, NoExecute",
                "TOLERATIONS | [{\"tolerationSeconds\":\"30\"}] | at [0].tolerationSeconds: is not"
                        + " a whole number",
                "TOLERATIONS | [] x                             | is not JSON",
                "AFFINITY    | []                               | is not an object",
                "AFFINITY    | {\"nodeAffinty\":{}}             | unknown field \"nodeAffinty\"",
                "AFFINITY    |"
                        + " {\"podAffinity\":{\"requiredDuringSchedulingIgnoredDuringExecution\":[{}]}}"
                        + " | at podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]: has no"
                        + " topologyKey",
                "AFFINITY    |"
                        + " {\"nodeAffinity\":{\"preferredDuringSchedulingIgnoredDuringExecution\":[{\"weight\":0,\"preference\":{}}]}}"
                        + " | [0].weight: is not a whole number from 1 to 100",
                "AFFINITY    |"
                        + " {\"nodeAffinity\":{\"requiredDuringSchedulingIgnoredDuringExecution\":{\"nodeSelectorTerms\":[{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"Is\"}]}]}}}"
                        + " | nodeSelectorTerms[0].matchExpressions[0].operator: is not one of In,"
                        + " NotIn",
            })
    void namesThePlaceWhereJsonIsNotWhatKubernetesTakes(String key, String json, String problem) {
        assertThatThrownBy(() -> configuration(Map.of("DROVER_BASEMODELS_JOB_" + key, json)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(
                        "drover.basemodels.job." + key.toLowerCase(Locale.ROOT) + ": ")
                .hasMessageContaining(problem);
    }

    @Test
    void everyPartOfAnAffinityThatKubernetesKnowsIsAccepted() {
        String affinity =
                """
                {"nodeAffinity":{
                  "requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[
                    {"matchExpressions":[{"key":"zone","operator":"In","values":["a","b"]}],
                     "matchFields":[{"key":"metadata.name","operator":"In","values":["n1"]}]}]},
                  "preferredDuringSchedulingIgnoredDuringExecution":[
                    {"weight":5,"preference":{"matchExpressions":[{"key":"ssd","operator":"Exists"}]}}]},
                 "podAntiAffinity":{"preferredDuringSchedulingIgnoredDuringExecution":[
                    {"weight":100,"podAffinityTerm":{"topologyKey":"kubernetes.io/hostname",
                     "labelSelector":{"matchLabels":{"app":"x"},
                       "matchExpressions":[{"key":"y","operator":"NotIn","values":["z"]}]},
                     "namespaceSelector":{},"namespaces":["a"]}}]}}
                """;
        assertThat(
                        configuration(Map.of("DROVER_BASEMODELS_JOB_AFFINITY", affinity))
                                .job()
                                .affinity()
                                .at(
                                        "/nodeAffinity/preferredDuringSchedulingIgnoredDuringExecution/0/weight")
                                .asInt())
                .isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "drover.basemodels.extractor",
                "drover.basemodels.cluster-models",
                "drover.basemodels.concurrency",
                "drover.basemodels.ome-agent.namespace"
            })
    void onlyWhatChoosesWatchesOrThreadsNeedsARestart(String restarted) {
        assertThat(BasemodelsKeys.SCHEMA.keys().stream().filter(key -> !key.isLive()))
                .extracting(Key::name)
                .contains(restarted)
                .hasSize(4);
    }

    private static JobSettings.Resource resource(String request, String limit) {
        return new JobSettings.Resource(Quantity.parse(request), Quantity.parse(limit));
    }

    private static BasemodelsConfiguration configuration(Map<String, String> variables) {
        return BasemodelsConfiguration.of(BasemodelsKeys.SCHEMA.values(variables));
    }
}
