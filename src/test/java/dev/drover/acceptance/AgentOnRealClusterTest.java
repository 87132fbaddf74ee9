package dev.drover.acceptance;

import static dev.drover.acceptance.ModelTeam.message;
import static dev.drover.acceptance.ModelTeam.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.sandbox.RawApi;
import dev.drover.sandbox.controlplane.AuditRecord;
import dev.drover.sandbox.controlplane.ControlPlane;
import dev.drover.sandbox.controlplane.RealApi;
import dev.drover.sandbox.omeagent.AgentFinding;
import dev.drover.sandbox.omeagent.OmeAgent;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The overlay {@code ome-agent} on a real control plane: the agent writes with the account and the
 * roles that are shipped, and what is missing of them is told (basemodels 9, 11).
 */
@RealApi(nodes = true)
@Timeout(120)
class AgentOnRealClusterTest {
    private static final String ROLES = "/apis/rbac.authorization.k8s.io/v1/namespaces/ome/roles/";
    private static final String REPORTS =
            "/api/v1/namespaces/ome/configmaps?labelSelector=models.ome/pvc-status=true";

    /** The kubelet that is played lets Pods of models of this name run on. */
    private static final String MODEL = "running-llama";

    private static ControlPlane plane;
    private static Installation installation;
    private static int teams;

    private ModelTeam team;

    @BeforeAll
    static void install() {
        plane = ControlPlane.configure().node().start();
        plane.install(ModelSite.crd("basemodels"), ModelSite.crd("clusterbasemodels"));
        plane.api().create("{apiVersion: v1, kind: Namespace, metadata: {name: ome}}");
        installation = Installation.of(plane, "deploy/overlays/ome-agent");
    }

    @AfterAll
    static void end() {
        plane.close();
    }

    @BeforeEach
    void start() {
        String name = "agents-" + ++teams;
        plane.api().create("{apiVersion: v1, kind: Namespace, metadata: {name: " + name + "}}");
        team = new ModelTeam(plane.api(), name);
        installation
                .pod("a")
                .with("DROVER_BASEMODELS_JOB_BACKOFF_LIMIT", "0")
                .start()
                .awaitLeading();
        team.claim("store");
    }

    @AfterEach
    void stop() {
        team.clear();
        installation.stop();
        installation.manifests().applyTo(plane.api()); // roles that a test took away
        installation.forgetLeases();
    }

    @Test
    void theAgentReportsWithTheShippedRoleAndTheReportGoesWithTheModel() {
        team.model(MODEL, "pvc://store/llama");
        team.awaitCause(MODEL, "JobCreated");

        assertThat(agentRuns()).isZero();
        team.endPod(pod(), 0, "");

        JsonNode model = team.awaitCause(MODEL, "MetadataExtracted");
        assertThat(state(model)).isEqualTo("Ready");
        assertThat(model.at("/spec/modelType").asText()).isEqualTo("llama");
        assertThat(plane.audit().writesOf(account()))
                .extracting(AuditRecord::verb, AuditRecord::resource, AuditRecord::code)
                .containsExactly(tuple("create", "configmaps", 201));

        team.edit(
                team.model(MODEL),
                "{\"metadata\":{\"annotations\":{\"drover.dev/mode\":\"paused\"}}}");
        team.deleteModel(MODEL);

        await().until(() -> plane.api().get(team.model(MODEL)).code() == 404);
        await().untilAsserted(() -> assertThat(reports()).isEmpty());
        assertThat(untilReleased()).as("paused or not").isLessThan(Duration.ofSeconds(2));
    }

    /** From the answer to whoever deletes the model to that to Drover, which lets it go. */
    private Duration untilReleased() {
        List<AuditRecord> records =
                plane.audit()
                        .matching(
                                record ->
                                        record.resource().equals("basemodels")
                                                && record.namespace().equals(team.namespace())
                                                && record.writes());
        AuditRecord deletion =
                records.stream()
                        .filter(record -> record.verb().equals("delete"))
                        .findFirst()
                        .orElseThrow();
        return Duration.between(deletion.answered(), records.get(records.size() - 1).answered());
    }

    @Test
    void anAgentWithoutItsRoleIsToldWithItsOwnWords() {
        plane.api().delete(ROLES + "drover-metadata-agent").expect(200);
        team.model(MODEL, "pvc://store/llama");
        team.awaitCause(MODEL, "JobCreated");

        assertThat(agentRuns()).isEqualTo(1);
        team.endPod(pod(), 1, "failed to write status: configmaps is forbidden");

        JsonNode model = team.awaitCause(MODEL, "ExtractorFailed", Duration.ofSeconds(40));
        assertThat(state(model)).isEqualTo("Failed");
        assertThat(message(model)).contains("configmaps is forbidden");
        assertThat(reports()).isEmpty();
    }

    @Test
    void aRoleThatMayNotBeBoundIsNamed() {
        plane.api().delete(ROLES + "drover-basemodels").expect(200);
        team.model(MODEL, "pvc://store/llama");

        JsonNode model = team.awaitCause(MODEL, "CreateForbidden", Duration.ofSeconds(40));

        assertThat(message(model)).contains("create", "rolebindings", "ome");
        assertThat(team.jobs()).isEmpty();
        installation.manifests().applyTo(plane.api());
        team.awaitCause(MODEL, "JobCreated", Duration.ofSeconds(60));
    }

    /** As the container of the only Job. */
    private int agentRuns() {
        RawApi api = plane.api();
        return new OmeAgent(
                        OmeAgent.asTheJob(api),
                        job -> AgentFinding.ready("{\"modelType\":\"llama\"}"))
                .run(team.jobs().get(0));
    }

    private JsonNode pod() {
        await().until(() -> !team.pods().isEmpty());
        return team.pods().get(0);
    }

    private String account() {
        return "system:serviceaccount:" + team.namespace() + ":ome-model-metadata";
    }

    private static List<JsonNode> reports() {
        return plane.api().get(REPORTS).expect(200).body().path("items").valueStream().toList();
    }
}
