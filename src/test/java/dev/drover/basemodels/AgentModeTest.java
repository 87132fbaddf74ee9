package dev.drover.basemodels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.sandbox.RawApi;
import dev.drover.sandbox.apiserver.ApiServerDouble;
import dev.drover.sandbox.jobs.Ending;
import dev.drover.sandbox.jobs.JobsDouble;
import dev.drover.sandbox.omeagent.AgentFinding;
import dev.drover.sandbox.omeagent.OmeAgent;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The flow with the OME agent in its Jobs (basemodels 9). */
@Timeout(60)
class AgentModeTest {
    private static final Map<String, String> AGENT =
            Map.of(
                    "DROVER_BASEMODELS_EXTRACTOR", "ome-agent",
                    "DROVER_BASEMODELS_OME_AGENT_IMAGE", "agent");

    private static final String LLAMA =
            """
            {"modelType":"llama","modelArchitecture":"LlamaForCausalLM","maxTokens":4096,
             "modelFramework":{"name":"transformers","version":"4.45.0"},"modelFormat":{"name":""},
             "modelParameterSize":"0","modelCapabilities":[""],"vendor":"Meta"}
            """;

    private final ApiServerDouble api = ApiServerDouble.start().installDevelopmentCrds();
    private volatile AgentFinding finding = AgentFinding.ready(LLAMA);
    private FlowFixture drover;
    private JobsDouble jobs;

    @BeforeEach
    void start() throws Exception {
        api.create("{apiVersion: v1, kind: Namespace, metadata: {name: ome}}");
        drover = new FlowFixture(api, AGENT).start();
        drover.claim("store", "Bound");
    }

    @AfterEach
    void stop() throws Exception {
        if (jobs != null) {
            jobs.close();
        }
        drover.close();
        api.close();
    }

    /** From now on the agent runs in every Job. */
    private void agentRuns() {
        RawApi raw = RawApi.at(api.url());
        OmeAgent agent = new OmeAgent(job -> raw, job -> finding);
        jobs = JobsDouble.start(api, job -> Optional.of(Ending.of(agent.run(job), "")));
    }

    @Test
    void fillsWhatTheAgentKnowsAndLeavesOutItsEmptyValues() {
        agentRuns();
        drover.model("llama", "pvc://store/llama");

        JsonNode spec = drover.awaitCause("llama", "MetadataExtracted").path("spec");

        assertThat(spec.path("modelType").asText()).isEqualTo("llama");
        assertThat(spec.path("maxTokens").asInt()).isEqualTo(4096);
        assertThat(spec.at("/modelFramework/version").asText()).isEqualTo("4.45.0");
        for (String empty :
                new String[] {"modelFormat", "modelParameterSize", "modelCapabilities", "vendor"}) {
            assertThat(spec.has(empty)).as(empty).isFalse();
        }
    }

    @Test
    void bindsTheJobsAccountToTheAgentsRoleBeforeTheJob() {
        agentRuns();
        drover.model("llama", "pvc://store/llama");
        drover.awaitCause("llama", "MetadataExtracted");

        assertThat(drover.writes())
                .containsSubsequence(
                        "create serviceaccounts", "create rolebindings", "create jobs");
        ObjectNode binding = api.list("rolebindings").get(0);
        assertThat(binding.at("/metadata/namespace").asText()).isEqualTo("ome");
        assertThat(binding.at("/roleRef/name").asText()).isEqualTo("drover-metadata-agent");
        assertThat(binding.at("/subjects/0/namespace").asText()).isEqualTo("team-a");
    }

    @Test
    void aClusterModelIsReportedWithoutANamespace() {
        agentRuns();
        drover.clusterModel("shared", "pvc://team-a:store/llama");

        await().until(
                        () ->
                                api.get("clusterbasemodels", "", "shared")
                                        .orElseThrow()
                                        .at("/spec/modelType")
                                        .asText()
                                        .equals("llama"));
    }

    @Test
    void aNameThatIsTooLongForTheAgentsKeyIsFoundAllTheSame() {
        String name = "m".repeat(250);
        agentRuns();
        drover.model(name, "pvc://store/llama");

        assertThat(drover.awaitCause(name, "MetadataExtracted").at("/spec/modelType").asText())
                .isEqualTo("llama");
    }

    @Test
    void anOldReportNeverDecides() {
        reportOf("an-older-model");

        agentRuns();
        drover.model("llama", "pvc://store/llama");

        assertThat(drover.awaitCause("llama", "MetadataExtracted").at("/spec/modelType").asText())
                .isEqualTo("llama");
        assertThat(drover.writes()).containsSubsequence("delete configmaps", "create jobs");
    }

    /** What is left of a model of the same name, about other files. */
    private void reportOf(String modelType) {
        Map<String, ObjectNode> seen = new HashMap<>();
        drover.model("llama", "pvc://store/old");
        drover.awaitCause("llama", "JobCreated");
        api.list("jobs").forEach(job -> seen.put("job", job));
        OmeAgent old =
                new OmeAgent(
                        job -> RawApi.at(api.url()),
                        job -> AgentFinding.ready("{\"modelType\":\"" + modelType + "\"}"));
        ObjectNode job = seen.get("job");
        api.delete("basemodels", "team-a", "llama");
        await().until(() -> api.get("basemodels", "team-a", "llama").isEmpty());
        assertThat(old.run(job)).isZero(); // its Pod was slow to end
        assertThat(api.list("configmaps")).hasSize(1);
    }

    @Test
    void whatTheAgentReportsAsFailedIsShownWithItsWords() {
        finding = AgentFinding.failed("unable to parse config.json at byte 17");
        agentRuns();
        drover.model("llama", "pvc://store/llama");

        JsonNode model = drover.awaitCause("llama", "AgentReported");

        assertThat(FlowFixture.message(model))
                .contains(" | unable to parse config.json at byte 17");
        assertThat(model.at("/status/state").asText()).isEqualTo("Failed");
    }

    @Test
    void deletionTakesTheReportWithItAndWaitsForNothing() {
        agentRuns();
        drover.model("llama", "pvc://store/llama");
        drover.awaitCause("llama", "MetadataExtracted");
        assertThat(api.list("configmaps")).hasSize(1);

        api.delete("basemodels", "team-a", "llama");

        await().until(() -> api.get("basemodels", "team-a", "llama").isEmpty());
        await().until(() -> api.list("configmaps").isEmpty());
    }

    @Test
    void anotherModeExtractsNothingAgain() throws Exception {
        agentRuns();
        drover.model("llama", "pvc://store/llama");
        drover.awaitCause("llama", "MetadataExtracted");
        int writes = drover.writes().size();

        drover.close();
        drover = new FlowFixture(api).start();
        drover.model("other", "pvc://store/other");
        drover.awaitCause("other", "JobCreated"); // a full pass of the new process

        assertThat(api.list("jobs")).hasSize(2);
        assertThat(drover.model("llama").at("/status/state").asText()).isEqualTo("Ready");
        assertThat(drover.writes().stream().skip(writes).filter("create jobs"::equals).count())
                .isEqualTo(1);
    }

    /** The native mode may not read the agent's ConfigMap, and need not. */
    @Test
    void aJobThatOutlivesTheModeIsFollowedByOneOfDrovers() throws Exception {
        drover.model("llama", "pvc://store/llama");
        drover.awaitCause("llama", "JobCreated");
        drover.close();
        jobs = JobsDouble.start(api, job -> Optional.of(Ending.of(0, "")));
        drover = new FlowFixture(api).start();

        await().until(() -> api.list("jobs").get(0).toString().contains("Complete"));
        drover.awaitCauseAfter(Duration.ofSeconds(11), "llama", "ResultMissing");
        drover.time.advance(Duration.ofMinutes(6));
        drover.look("llama");

        assertThat(api.list("jobs"))
                .extracting(job -> job.at("/metadata/annotations/drover.dev~1extractor").asText())
                .containsExactlyInAnyOrder("ome-agent", "native");
        api.delete("basemodels", "team-a", "llama");
        await().until(() -> api.get("basemodels", "team-a", "llama").isEmpty());
    }
}
