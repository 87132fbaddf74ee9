package dev.drover.acceptance;

import static dev.drover.acceptance.ModelTeam.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.sandbox.controlplane.AuditRecord;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is left alone. */
@ModelAcceptance
@Timeout(120)
class QuietModelsTest {
    private static final String READY =
            "drover_basemodels_models{kind=\"BaseModel\",state=\"Ready\"}";

    private final ModelSite site;
    private final ModelTeam team;

    QuietModelsTest(ModelSite site) {
        this.site = site;
        this.team = site.team();
    }

    @Test
    void aReadyModelIsLeftAloneByARestartAndByTheEndOfItsJob() {
        DroverProcess first = site.pod("a").start().awaitLeading();
        team.claim("store").model("llama", "pvc://store/llama");
        team.awaitCause("llama", "MetadataExtracted");
        first.kill();
        int before = site.writes().size();
        team.deleteJobs();

        DroverProcess second = site.pod("b").start().awaitLeading();

        await().until(() -> second.metric(READY) == 1);
        assertThat(site.writes()).hasSize(before);
        assertThat(team.jobs()).isEmpty();
    }

    @Test
    void modelsOfOtherStorageAreNeverTouched() {
        for (int i = 0; i < 20; i++) {
            team.model("hub-" + i, "hf://meta-llama/llama-" + i, "modelType: x");
            team.model("bucket-" + i, "oci://n/x/b/y/o/z");
        }
        site.pod("a").start().awaitLeading();
        team.claim("store").model("llama", "pvc://store/llama");
        team.awaitCause("llama", "MetadataExtracted");
        team.edit(team.model("hub-0"), "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");
        team.deleteModel("hub-1");
        team.model("hub-last", "hf://a/b").model("llama-2", "pvc://store/2");
        team.awaitCause("llama-2", "MetadataExtracted");

        assertThat(site.writes())
                .filteredOn(write -> write.resource().equals("basemodels"))
                .extracting(AuditRecord::name)
                .containsOnly("llama", "llama-2");
        assertThat(
                        site.requests(
                                request ->
                                        request.name().startsWith("hub-")
                                                || request.name().startsWith("bucket-")))
                .isEmpty();
    }

    @Test
    void kubectlWaitsForReadiness() {
        site.pod("a").start().awaitLeading();
        team.claim("store").model("llama", "pvc://store/llama");

        site.plane()
                .kubectl()
                .run(
                        "wait",
                        "--for=condition=Ready",
                        "basemodel/llama",
                        "-n",
                        team.namespace(),
                        "--timeout=30s")
                .expectSuccess();

        assertThat(state(team.get("llama"))).isEqualTo("Ready");
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

            DroverProcess second = site.pod("b").start().awaitLeading();
            await().until(() -> second.metric(READY) == 1);

            assertThat(site.writes()).hasSize(writes);
        } finally {
            site.plane().install(ModelSite.crd("basemodels"));
        }
    }

    @Test
    void noJobIsEverPatched() {
        site.pod("a").start().awaitLeading();
        team.claim("store").model("llama", "pvc://store/a").model("exit11-b", "pvc://store/b");
        team.awaitCause("llama", "MetadataExtracted");
        team.awaitCause("exit11-b", "NoConfig");

        assertThat(site.writes())
                .filteredOn(write -> write.resource().equals("jobs"))
                .extracting(AuditRecord::verb)
                .containsOnly("create");
    }
}
