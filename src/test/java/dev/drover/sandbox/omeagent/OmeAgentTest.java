package dev.drover.sandbox.omeagent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.sandbox.RawApi;
import dev.drover.sandbox.apiserver.ApiServerDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The stand-in keeps the contract that the real agent keeps. */
@Timeout(30)
class OmeAgentTest {
    static final String NAMESPACED = "--basemodel-namespace, llama-demo";
    static final String CLUSTER = "--cluster-scoped";

    private ApiServerDouble api;
    private AgentFinding finding = AgentFinding.ready("{\"modelType\":\"llama\"}");
    private OmeAgent agent;

    @BeforeEach
    void server() {
        api = ApiServerDouble.start();
        api.create("{apiVersion: v1, kind: Namespace, metadata: {name: ome}}");
        RawApi raw = RawApi.at(api.url());
        agent = new OmeAgent(job -> raw, job -> finding);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void reportsAModel() {
        assertThat(agent.run(job("llama-3-2-1b-instruct", NAMESPACED))).isZero();
        ObjectNode map = map("pvc-metadata-79c86d4d");
        assertThat(map.at("/data/llama-demo.basemodel.llama-3-2-1b-instruct").asText())
                .isEqualTo(
                        "{\"name\":\"llama-3-2-1b-instruct\",\"status\":\"Ready\","
                                + "\"config\":{\"modelType\":\"llama\"}}");
        JsonNode labels = map.at("/metadata/labels");
        assertThat(labels.path("models.ome/pvc-status").asText()).isEqualTo("true");
        assertThat(labels.path("models.ome/model-name").asText())
                .isEqualTo("llama-3-2-1b-instruct");
        assertThat(labels.path("models.ome/model-scope").asText()).isEqualTo("namespaced");
    }

    @Test
    void reportsAClusterScopedModel() {
        assertThat(agent.run(job("shared-llama", CLUSTER))).isZero();
        ObjectNode map = map("pvc-metadata-8afe35ec");
        assertThat(map.path("data").has("clusterbasemodel.shared-llama")).isTrue();
        assertThat(map.at("/metadata/labels").path("models.ome/model-scope").asText())
                .isEqualTo("cluster");
    }

    @Test
    void reportsAFailureAndEndsWithAnError() {
        finding = AgentFinding.failed("no config.json");
        assertThat(agent.run(job("llama-3-2-1b-instruct", NAMESPACED))).isEqualTo(1);
        ObjectNode map = map("pvc-metadata-79c86d4d");
        assertThat(map.at("/metadata/annotations").path(AgentConfigMap.LAST_ERROR).asText())
                .isEqualTo("no config.json");
        assertThat(map.at("/data/llama-demo.basemodel.llama-3-2-1b-instruct").asText())
                .isEqualTo("{\"name\":\"llama-3-2-1b-instruct\",\"status\":\"Failed\"}");
    }

    @Test
    void replacesWhatItFindsAndClearsTheError() {
        finding = AgentFinding.failed("no config.json");
        agent.run(job("llama-3-2-1b-instruct", NAMESPACED));
        String uid = map("pvc-metadata-79c86d4d").at("/metadata/uid").asText();
        finding = AgentFinding.ready("{}");
        assertThat(agent.run(job("llama-3-2-1b-instruct", NAMESPACED))).isZero();
        ObjectNode map = map("pvc-metadata-79c86d4d");
        assertThat(map.at("/metadata/uid").asText()).isEqualTo(uid);
        assertThat(map.at("/metadata/annotations").has(AgentConfigMap.LAST_ERROR)).isFalse();
    }

    @Test
    void shortensKeysThatAreTooLong() {
        String model = "m".repeat(250);
        assertThat(agent.run(job(model, NAMESPACED))).isZero();
        ObjectNode map = api.list("configmaps").get(0);
        String key = map.path("data").fieldNames().next();
        assertThat(key).hasSize(253).startsWith("llama-demo.basemodel.mmm");
        assertThat(map.path("data").path(key).asText()).startsWith("{\"name\":\"" + model + "\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    args: [extract]                                              | the command is not
                    args: [model-metadata, --model-path, /model]                 | one of the two
                    args: [model-metadata, --model-path, /model, --cluster-scoped] | --basemodel-name is missing
                    args: [model-metadata, --fingerprint, f]                     | unknown flag: --fingerprint
                    command: [java], args: [model-metadata]                      | entry point is replaced
                    """)
    void refusesACommandThatTheAgentRefuses(String container, String problem) {
        ObjectNode job =
                RawApi.documents(
                                "{spec: {template: {spec: {containers: [{%s}]}}}}"
                                        .formatted(container))
                        .get(0);
        assertThatThrownBy(() -> agent.run(job))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(problem);
    }

    static ObjectNode job(String model, String scope) {
        return RawApi.documents(
                        """
                        metadata: {namespace: llama-demo}
                        spec:
                          template:
                            spec:
                              serviceAccountName: ome-model-metadata
                              containers:
                                - name: extract
                                  args: [model-metadata, --config, /ome-agent.yaml, --model-path, /model,
                                    --basemodel-name, %s, %s]
                                  env: [{name: POD_NAMESPACE, value: ome}]
                        """
                                .formatted(model, scope))
                .get(0);
    }

    private ObjectNode map(String name) {
        return api.get("configmaps", "ome", name).orElseThrow();
    }
}
