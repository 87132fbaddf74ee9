package dev.drover.basemodels.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.basemodels.decision.Settings;
import dev.drover.basemodels.objects.AgentStatus;
import dev.drover.basemodels.objects.BaseModel;
import dev.drover.basemodels.objects.ModelKind;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.sandbox.RawApi;
import dev.drover.sandbox.apiserver.ApiServerDouble;
import dev.drover.sandbox.omeagent.AgentFinding;
import dev.drover.sandbox.omeagent.OmeAgent;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The agent understands Drover's Job, and Drover finds what the agent wrote (basemodels 9). */
@Timeout(30)
class AgentContractTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "BASE_MODEL,         llama-demo/llama-3-2-1b-instruct, pvc://store/a",
        "BASE_MODEL,         llama-demo/a.b.c,                 pvc://store/$(HOME)/b",
        "CLUSTER_BASE_MODEL, shared-llama,                     pvc://models:store/a",
    })
    void theReportOfAJobIsFoundByItsNames(ModelKind kind, String key, String uri)
            throws IOException {
        BaseModel model = model(kind, key, uri);
        AgentStatus status = reported(model);
        assertThat(status.key()).isEqualTo(AgentNames.configMap("ome", model));
        assertThat(status.data()).containsOnlyKeys(AgentNames.dataKey(model));
        assertThat(status.lastError()).isEqualTo("no config.json");
    }

    @Test
    void aKeyThatTheAgentShortensIsNotTheExactOne() throws IOException {
        BaseModel model =
                model(ModelKind.BASE_MODEL, "llama-demo/" + "m".repeat(253), "pvc://store/a");
        AgentStatus status = reported(model);
        assertThat(status.key()).isEqualTo(AgentNames.configMap("ome", model));
        assertThat(status.data()).hasSize(1).doesNotContainKey(AgentNames.dataKey(model));
    }

    private static AgentStatus reported(BaseModel model) throws IOException {
        try (ApiServerDouble api = ApiServerDouble.start()) {
            api.create("{apiVersion: v1, kind: Namespace, metadata: {name: ome}}");
            RawApi raw = RawApi.at(api.url());
            OmeAgent agent = new OmeAgent(job -> raw, job -> AgentFinding.failed("no config.json"));
            assertThat(agent.run(job(model))).isEqualTo(1);
            return AgentStatus.of(
                    JSON.treeToValue(
                            api.list("configmaps").get(0), GenericKubernetesResource.class));
        }
    }

    private static ObjectNode job(BaseModel model) {
        var uri = model.source().uri().orElseThrow();
        Fingerprint fingerprint = Fingerprint.of(model, uri, "0d9c8b7a");
        return JobManifest.of(
                new JobOrder(model, uri, fingerprint, 1, Optional.empty()), Settings.agent());
    }

    private static BaseModel model(ModelKind kind, String key, String uri) throws IOException {
        return new BaseModel(
                kind,
                ObjectKey.parse(key),
                "6b0f2a3e",
                1,
                "1",
                Map.of(),
                List.of(),
                false,
                JSON.readTree("{\"storage\":{\"storageUri\":\"" + uri + "\"}}"),
                MissingNode.getInstance());
    }
}
