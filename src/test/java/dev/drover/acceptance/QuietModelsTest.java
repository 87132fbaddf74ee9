package dev.drover.acceptance;

import static dev.drover.acceptance.ModelTeam.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.sandbox.RawApi;
import dev.drover.sandbox.controlplane.AuditRecord;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is left alone. */
@ModelAcceptance
@Timeout(120)
class QuietModelsTest {
    private static final String PASSES =
            "drover_reconcile_total{flow=\"basemodels\",resource=\"basemodels";

    private static final String READY =
            "drover_basemodels_models{kind=\"BaseModel\",state=\"Ready\"}";

    private final ModelSite site;
    private final ModelTeam team;

    QuietModelsTest(ModelSite site) {
        this.site = site;
        this.team = site.team();
    }

    @Test
    void aReadyModelIsLeftAloneWhateverBecomesOfItsJobAndOfDrover() {
        try (TcpProxy network = TcpProxy.to(URI.create(site.plane().url()).getPort())) {
            DroverProcess first =
                    site.pod("a", "https://127.0.0.1:" + network.port()).start().awaitLeading();
            team.claim("store").model("llama", "pvc://store/llama");
            JsonNode model = team.awaitCause("llama", "MetadataExtracted");
            int writes = site.writes().size();

            team.editJob(team.jobs().get(0), "{\"spec\":{\"ttlSecondsAfterFinished\":1}}");
            await().until(() -> team.jobs().isEmpty());
            int connections = network.accepted();
            network.cut();
            await("watches open again").until(() -> network.accepted() > connections);
            looksAgain(first, "llama");
            DroverProcess second = site.pod("b").start().awaitReady();
            first.askToStop();
            looksAgain(second.awaitLeading(), "llama");
            second.kill();
            looksAgain(site.pod("b").start().awaitLeading(), "llama"); // takes its lease back

            assertThat(site.writes()).hasSize(writes);
            for (String part : List.of("/spec", "/status", "/metadata/annotations")) {
                assertThat(team.get("llama").at(part)).isEqualTo(model.at(part));
            }
            assertThat(team.jobs()).isEmpty();
            assertThat(team.reasons()).hasSize(2);
        }
    }

    /** What nobody wrote about it is no reason to write; Drover has seen it when this returns. */
    private void looksAgain(DroverProcess drover, String model) {
        double before = drover.metric(PASSES);
        team.edit(
                team.model(model),
                "{\"metadata\":{\"labels\":{\"seen-by\":\"" + drover.pid() + "\"}}}");
        await().until(() -> drover.metric(READY) == 1 && drover.metric(PASSES) > before);
    }

    @Test
    void onlyModelsOnClaimsAreEverTouched() {
        for (int i = 0; i < 50; i++) {
            team.model("hub-" + i, "hf://meta-llama/llama-" + i, "modelType: x");
            team.model("bucket-" + i, "oci://n/x/b/y/o/z");
        }
        DroverProcess drover = site.pod("a").start().awaitLeading();
        team.claim("store");
        for (int i = 0; i < 10; i++) {
            team.model("llama-" + i, "pvc://store/llama");
        }
        othersMove();
        await().atMost(Duration.ofSeconds(60)).until(() -> drover.metric(READY) == 10);
        othersMove();
        team.model("last", "pvc://store/last"); // what was before it has been seen
        team.awaitCause("last", "MetadataExtracted");

        Set<String> drovers = Set.of("leases", "events");
        assertThat(site.requests(AuditRecord::writes))
                .filteredOn(write -> !drovers.contains(write.resource()))
                .extracting(write -> write.resource() + " " + write.namespace())
                .as("models, Jobs, ServiceAccounts")
                .containsOnly(
                        "basemodels " + team.namespace(),
                        "jobs " + team.namespace(),
                        "serviceaccounts " + team.namespace());
        assertThat(site.writes())
                .filteredOn(write -> write.resource().equals("basemodels"))
                .allMatch(write -> write.name().matches("llama-.|last"));
        assertThat(site.requests(request -> request.name().matches("(hub|bucket|pvc|node)-.*")))
                .as("requests of any kind about others")
                .isEmpty();
        assertThat(site.requests(request -> request.resource().matches("nodes|configmaps")))
                .isEmpty();
        assertThat(drover.log()).doesNotContain("hub-").doesNotContain("bucket-");
    }

    /** Everything that happens to models of other storage, and around them (OME #597). */
    private void othersMove() {
        RawApi api = site.plane().api();
        team.edit(team.model("hub-0"), "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");
        team.edit(team.model("bucket-0"), "{\"spec\":{\"modelType\":\"y\"}}");
        team.editStatus("hub-2", "{\"status\":{\"state\":\"Ready\",\"nodesReady\":[\"node-a\"]}}");
        team.editStatus("bucket-2", "{\"status\":{\"state\":\"Failed\"}}");
        team.deleteModel(api.get(team.model("hub-1")).code() == 200 ? "hub-1" : "bucket-1");
        api.create(
                """
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: node-a
                  namespace: %1$s
                  labels: {models.ome/basemodel-status: "true"}
                data: {%1$s.basemodel.hub-0: '{"name":"hub-0","status":"Ready"}'}
                ---
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: pvc-metadata-01234567
                  namespace: %1$s
                  labels: {models.ome/pvc-status: "true"}
                data: {%1$s.basemodel.hub-0: '{"name":"hub-0","status":"Ready"}'}
                """
                        .formatted(team.namespace()));
        for (String object : List.of(team.core("configmaps", "node-a"), "/api/v1/nodes/node-b")) {
            team.edit(
                    object,
                    "{\"metadata\":{\"labels\":{\"moved\":\"" + System.nanoTime() + "\"}}}");
        }
    }

    @Test
    void aModelOfAnotherControllerIsLeftToIt() {
        team.claim("store").model("llama", "pvc://store/llama");
        team.foreignJob("llama");

        DroverProcess drover = site.pod("a").start().awaitLeading();

        await().untilAsserted(() -> assertThat(team.reasons()).contains("OtherController"));
        assertThat(drover.metric("drover_basemodels_other_controller")).isEqualTo(1);
        assertThat(site.writes()).isEmpty();
    }

    @Test
    void anotherWriterOfTheStatusIsNotFoughtForLong() {
        DroverProcess drover = site.pod("a").start().awaitLeading();
        team.claim("store").model("llama", "pvc://store/llama");
        team.awaitCause("llama", "MetadataExtracted");
        int reverts = 0;
        while (reverts < 8 && drover.metric("drover_basemodels_status_contended") == 0) {
            team.editStatus("llama", "{\"status\":{\"state\":\"In_Transit\"}}");
            reverts++;
            await().atMost(Duration.ofSeconds(10))
                    .until(
                            () ->
                                    state(team.get("llama")).equals("Ready")
                                            || drover.metric("drover_basemodels_status_contended")
                                                    == 1);
        }

        assertThat(reverts).isBetween(3, 5);
        await().untilAsserted(() -> assertThat(team.reasons()).containsOnlyOnce("StatusContended"));
    }

    @Test
    void anOlderDefinitionOfModelsIsServedWithItsStateAlone() {
        site.plane().install(ModelSite.crd("basemodels_v0.1.5"));
        try {
            DroverProcess drover = site.pod("a").start().awaitLeading();
            team.claim("store").model("llama", "pvc://store/llama");
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> state(team.get("llama")).equals("Ready"));
            int writes = site.writes().size();
            drover.kill();

            DroverProcess second = site.pod("a").start().awaitLeading();
            await().until(() -> second.metric(READY) == 1);

            assertThat(site.writes()).hasSize(writes);
        } finally {
            site.plane().install(ModelSite.crd("basemodels"));
        }
    }
}
