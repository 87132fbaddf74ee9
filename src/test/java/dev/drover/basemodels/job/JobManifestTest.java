package dev.drover.basemodels.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.basemodels.decision.Settings;
import dev.drover.basemodels.objects.BaseModel;
import dev.drover.basemodels.objects.ModelKind;
import dev.drover.basemodels.settings.BasemodelsConfiguration;
import dev.drover.basemodels.settings.JobKeys;
import dev.drover.kubernetes.ObjectKey;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** The Job field by field (spec basemodels 6), and what settings, model and occupancy change. */
class JobManifestTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String STORAGE =
            "{\"storage\":{\"storageUri\":\"pvc://model-storage/llama-3-2-1b-instruct\"}}";

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    private static BaseModel llama(String spec) {
        return model(ModelKind.BASE_MODEL, "llama-demo/llama-3-2-1b-instruct", spec);
    }

    private static BaseModel model(ModelKind kind, String key, String spec) {
        return new BaseModel(
                kind,
                ObjectKey.parse(key),
                "6b0f2a3e-1c52-4d3f-9f5a-0c1d2e3f4a5b",
                1,
                "1",
                Map.of(),
                List.of(),
                false,
                json(spec),
                MissingNode.getInstance());
    }

    private static ObjectNode job(BaseModel model, BasemodelsConfiguration settings) {
        return job(model, settings, Optional.empty());
    }

    private static ObjectNode job(
            BaseModel model, BasemodelsConfiguration settings, Optional<String> node) {
        var uri = model.source().uri().orElseThrow();
        Fingerprint fingerprint =
                Fingerprint.of(model, uri, "0d9c8b7a-6655-4433-2211-00ffeeddccbb");
        return JobManifest.of(new JobOrder(model, uri, fingerprint, 1, node), settings);
    }

    private static JsonNode pod(ObjectNode job) {
        return job.at("/spec/template/spec");
    }

    private static JsonNode container(ObjectNode job) {
        return pod(job).path("containers").path(0);
    }

    @Test
    void isTheJobOfTheSpec() throws Exception {
        try (InputStream file = getClass().getResourceAsStream("/basemodels/native-job.yaml")) {
            JsonNode expected = JSON.valueToTree(new Yaml().load(file));

            // through text, so that 300 and 300L are the same
            assertThat(json(job(llama(STORAGE), Settings.defaults()).toString()))
                    .isEqualTo(json(expected.toString()));
        }
    }

    @Test
    void carriesWhatIsConfigured() {
        BasemodelsConfiguration settings =
                Settings.changing()
                        .with(JobKeys.IMAGE_PULL_SECRETS, List.of("pull"))
                        .with(JobKeys.NODE_SELECTOR, Map.of("disk", "ssd", "zone", "a"))
                        .with(JobKeys.LABELS, Map.of("kueue.x-k8s.io/queue-name", "models"))
                        .with(JobKeys.ANNOTATIONS, Map.of("team", "ml"))
                        .with(JobKeys.RUN_AS_USER, Optional.of(1000))
                        .with(JobKeys.SUPPLEMENTAL_GROUPS, List.of(7, 8))
                        .with(JobKeys.TOLERATIONS, json("[{\"operator\":\"Exists\"}]"))
                        .with(JobKeys.PRIORITY_CLASS, "low")
                        .build();

        ObjectNode job = job(llama(STORAGE), settings);

        assertThat(pod(job).path("imagePullSecrets")).isEqualTo(json("[{\"name\":\"pull\"}]"));
        assertThat(pod(job).path("nodeSelector"))
                .isEqualTo(json("{\"disk\":\"ssd\",\"zone\":\"a\"}"));
        assertThat(pod(job).path("tolerations")).isEqualTo(json("[{\"operator\":\"Exists\"}]"));
        assertThat(pod(job).path("priorityClassName").asText()).isEqualTo("low");
        assertThat(pod(job).at("/securityContext/runAsUser").asInt()).isEqualTo(1000);
        assertThat(pod(job).at("/securityContext/supplementalGroups")).isEqualTo(json("[7,8]"));
        assertThat(pod(job).at("/securityContext").has("fsGroup")).isFalse();
        assertThat(job.at("/metadata/annotations/team").asText()).isEqualTo("ml");
        for (String labels : List.of("/metadata/labels", "/spec/template/metadata/labels")) {
            assertThat(job.at(labels).path("kueue.x-k8s.io/queue-name").asText())
                    .isEqualTo("models");
        }
    }

    @Test
    void theModelsNodeSelectorWinsPerKey() {
        BasemodelsConfiguration settings =
                Settings.changing()
                        .with(JobKeys.NODE_SELECTOR, Map.of("disk", "ssd", "zone", "a"))
                        .build();
        BaseModel model =
                llama(
                        "{\"storage\":{\"storageUri\":\"pvc://c/p\",\"nodeSelector\":{\"zone\":\"b\"}}}");

        assertThat(pod(job(model, settings)).path("nodeSelector"))
                .isEqualTo(json("{\"disk\":\"ssd\",\"zone\":\"b\"}"));
    }

    @Test
    void theRootIsMountedWithoutASubPath() {
        ObjectNode job =
                job(llama("{\"storage\":{\"storageUri\":\"pvc://c/.\"}}"), Settings.defaults());

        assertThat(container(job).at("/volumeMounts/0").has("subPath")).isFalse();
        assertThat(container(job).path("args").toString()).contains("pvc://c/.");
    }

    @Test
    void theKubeletExpandsNothingInTheArguments() {
        BaseModel model = llama("{\"storage\":{\"storageUri\":\"pvc://c/$(HOME)/$x\"}}");

        ObjectNode job = job(model, Settings.defaults());

        assertThat(container(job).path("args").toString()).contains("pvc://c/$$(HOME)/$$x");
        assertThat(container(job).at("/volumeMounts/0/subPath").asText()).isEqualTo("$(HOME)/$x");
    }

    @Test
    void aClusterModelsJobIsInTheNamespaceOfTheClaim() {
        BaseModel model =
                model(
                        ModelKind.CLUSTER_BASE_MODEL,
                        "shared.llama",
                        "{\"storage\":{\"storageUri\":\"pvc://models:store/a/b\"}}");

        ObjectNode job = job(model, Settings.defaults());

        assertThat(job.at("/metadata/namespace").asText()).isEqualTo("models");
        assertThat(job.at("/metadata/labels/models.ome~1model-scope").asText())
                .isEqualTo("cluster");
        assertThat(job.at("/metadata/annotations/drover.dev~1model").asText())
                .isEqualTo("ClusterBaseModel/shared.llama");
        assertThat(job.at("/metadata/ownerReferences/0/kind").asText())
                .isEqualTo("ClusterBaseModel");
    }

    @Test
    void everyRequiredTermIsJoinedWithEveryOther() {
        String required = "requiredDuringSchedulingIgnoredDuringExecution";
        String preferred = "preferredDuringSchedulingIgnoredDuringExecution";
        String configured =
                "{\"nodeAffinity\":{\"%s\":{\"nodeSelectorTerms\":[%s,%s]}},\"podAffinity\":{\"x\":1}}"
                        .formatted(required, expression("a"), expression("b"));
        String wanted =
                "{\"storage\":{\"storageUri\":\"pvc://c/p\",\"nodeAffinity\":{\"%s\":{\"nodeSelectorTerms\":[%s,%s]},\"%s\":[{\"weight\":1}]}}}"
                        .formatted(required, expression("m"), expression("n"), preferred);
        BasemodelsConfiguration settings =
                Settings.changing().with(JobKeys.AFFINITY, json(configured)).build();

        JsonNode affinity =
                pod(job(llama(wanted), settings, Optional.of("node-1"))).path("affinity");

        JsonNode terms = affinity.path("nodeAffinity").path(required).path("nodeSelectorTerms");
        assertThat(terms).hasSize(4);
        assertThat(terms)
                .allSatisfy(
                        term ->
                                assertThat(term.path("matchFields"))
                                        .isEqualTo(
                                                json(
                                                        "[{\"key\":\"metadata.name\",\"operator\":\"In\",\"values\":[\"node-1\"]}]")));
        assertThat(terms)
                .extracting(
                        term ->
                                term.at("/matchExpressions/0/key").asText()
                                        + term.at("/matchExpressions/1/key").asText())
                .containsExactly("am", "an", "bm", "bn");
        assertThat(affinity.path("nodeAffinity").path(preferred))
                .isEqualTo(json("[{\"weight\":1}]"));
        assertThat(affinity.path("podAffinity")).isEqualTo(json("{\"x\":1}"));
    }

    private static String expression(String key) {
        return "{\"matchExpressions\":[{\"key\":\"%s\",\"operator\":\"Exists\"}]}".formatted(key);
    }

    @Test
    void aClaimInUseBindsTheJobToItsNode() {
        JsonNode affinity =
                pod(job(llama(STORAGE), Settings.defaults(), Optional.of("node-1")))
                        .path("affinity");

        assertThat(affinity)
                .isEqualTo(
                        json(
                                "{\"nodeAffinity\":{\"requiredDuringSchedulingIgnoredDuringExecution\":"
                                        + "{\"nodeSelectorTerms\":[{\"matchFields\":[{\"key\":\"metadata.name\","
                                        + "\"operator\":\"In\",\"values\":[\"node-1\"]}]}]}}}"));
    }

    @Test
    void theAgentsJobDiffersInWhatTheAgentNeeds() {
        ObjectNode job = job(llama(STORAGE), Settings.agent());

        assertThat(container(job).path("image").asText()).isEqualTo("registry.example/ome-agent:1");
        assertThat(container(job).has("command")).isFalse();
        assertThat(container(job).path("args"))
                .isEqualTo(
                        json(
                                "[\"model-metadata\",\"--config\",\"/ome-agent.yaml\",\"--model-path\",\"/model\","
                                        + "\"--basemodel-name\",\"llama-3-2-1b-instruct\",\"--basemodel-namespace\",\"llama-demo\"]"));
        assertThat(container(job).path("env"))
                .isEqualTo(json("[{\"name\":\"POD_NAMESPACE\",\"value\":\"ome\"}]"));
        assertThat(pod(job).path("serviceAccountName").asText()).isEqualTo("ome-model-metadata");
        assertThat(pod(job).path("automountServiceAccountToken").asBoolean()).isTrue();
        assertThat(pod(job).at("/securityContext/runAsUser").asInt()).isEqualTo(65532);
        assertThat(pod(job).at("/securityContext/runAsGroup").asInt()).isEqualTo(65532);
        assertThat(job.at("/spec/podFailurePolicy/rules"))
                .isEqualTo(
                        json(
                                "[{\"action\":\"Ignore\",\"onPodConditions\":[{\"type\":\"DisruptionTarget\",\"status\":\"True\"}]}]"));
        assertThat(job.at("/metadata/annotations/drover.dev~1extractor").asText())
                .isEqualTo("ome-agent");
        assertThat(job.at("/metadata/name").asText())
                .isEqualTo("llama-3-2-1b-instruct-metadata-5da5816b38");
    }

    @Test
    void theAgentIsToldOfAClusterModel() {
        BaseModel model =
                model(
                        ModelKind.CLUSTER_BASE_MODEL,
                        "shared.llama",
                        "{\"storage\":{\"storageUri\":\"pvc://models:store/a/b\"}}");

        assertThat(container(job(model, Settings.agent())).path("args").toString())
                .endsWith("\"--basemodel-name\",\"shared.llama\",\"--cluster-scoped\"]");
    }
}
