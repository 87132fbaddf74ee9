package dev.drover.acceptance;

import static dev.drover.acceptance.ModelTeam.condition;
import static dev.drover.acceptance.ModelTeam.message;
import static dev.drover.acceptance.ModelTeam.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of a model by the state of its claim and the form of its URI. */
@ModelAcceptance
@Timeout(120)
class ModelClaimsTest {
    private final ModelSite site;
    private final ModelTeam team;

    ModelClaimsTest(ModelSite site) {
        this.site = site;
        this.team = site.team();
    }

    @Test
    void aClaimThatIsMissingFailsTheModelUntilItIsBound() {
        site.pod("a").start().awaitLeading();
        team.model("llama", "pvc://store/llama");
        JsonNode model = team.awaitCause("llama", "ClaimNotFound", Duration.ofSeconds(2));
        assertThat(state(model)).isEqualTo("Failed");
        assertThat(condition(model, "SourceReachable").path("reason").asText())
                .isEqualTo("PVCNotFound");
        assertThat(team.jobs()).isEmpty();

        team.claim("store");

        assertThat(state(team.awaitCause("llama", "MetadataExtracted"))).isEqualTo("Ready");
    }

    @Test
    void aClaimThatIsPendingIsWaitedForWithItsReason() {
        site.pod("a").start().awaitLeading();
        team.pendingClaim("store", "ReadWriteMany", "fast", "").model("llama", "pvc://store/llama");

        JsonNode model = team.awaitCause("llama", "StorageClassMissing");

        assertThat(state(model)).isEqualTo("In_Transit");
        assertThat(message(model)).contains("fast");
        assertThat(team.jobs()).isEmpty();
        team.storageClass("fast", "Immediate");
        team.awaitCause("llama", "ClaimPending");
    }

    @Test
    void aClaimThatWaitsForItsFirstConsumerGetsTheJob() {
        site.pod("a").start().awaitLeading();
        team.storageClass("wait", "WaitForFirstConsumer")
                .volume("wait", "ReadWriteOnce")
                .pendingClaim("store", "ReadWriteOnce", "wait", "")
                .model("llama", "pvc://store/llama");

        assertThat(state(team.awaitCause("llama", "MetadataExtracted"))).isEqualTo("Ready");

        await().untilAsserted(() -> assertThat(team.reasons()).contains("FirstConsumerCreated"));
        team.awaitBound("store");
    }

    @Test
    void aClaimThatGoesTakesReadinessAlongAndTheSameOneBringsItBackWithoutAJob() {
        site.pod("a").start().awaitLeading();
        team.claim("store").model("llama", "pvc://store/llama");
        team.awaitCause("llama", "MetadataExtracted");

        team.deleteJobs();
        team.deleteClaim("store");
        assertThat(state(team.awaitCause("llama", "ClaimNotFound"))).isEqualTo("Failed");
        team.releaseVolume("store").claim("store");

        assertThat(state(team.awaitCause("llama", "MetadataExtracted"))).isEqualTo("Ready");
        assertThat(team.jobs()).as("another claim, another UID, another Job").hasSize(1);
    }

    @Test
    void aBadUriIsToldWithTheAcceptedForm() {
        site.pod("a").start().awaitLeading();
        team.model("llama", "pvc://store").clusterModel("shared-" + team.namespace(), "pvc://s/m");

        JsonNode model = team.awaitCause("llama", "UriInvalid");

        assertThat(state(model)).isEqualTo("Failed");
        assertThat(message(model)).contains("pvc://<claim>/<path>");
        await().untilAsserted(
                        () ->
                                assertThat(message(team.getCluster("shared-" + team.namespace())))
                                        .startsWith("UriInvalid:")
                                        .contains("pvc://<namespace>:<claim>/<path>"));
        assertThat(team.jobs()).isEmpty();
    }

    @Test
    void aClusterModelIsReadInTheNamespaceOfItsClaim() {
        site.pod("a").start().awaitLeading();
        String name = "shared-" + team.namespace();
        team.claim("store").clusterModel(name, "pvc://" + team.namespace() + ":store/llama");

        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(state(team.getCluster(name))).isEqualTo("Ready"));

        assertThat(message(team.getCluster(name))).contains(team.namespace());
        assertThat(team.jobs()).hasSize(1);
        assertThat(team.getCluster(name).at("/spec/modelParameterSize").asText())
                .isEqualTo("1.24B");
    }

    @Test
    void aClaimInUseOnANodeIsReadThere() {
        site.pod("a").start().awaitLeading();
        team.claim("store", "ReadWriteOnce").podOn("node-b", "store");
        team.model("llama", "pvc://store/llama");

        team.awaitCause("llama", "MetadataExtracted");

        assertThat(team.jobs().get(0).at("/spec/template/spec/affinity").toString())
                .contains("metadata.name", "node-b");
    }

    @Test
    void aClaimForOnePodThatIsInUseIsWaitedForWithoutAnAttempt() {
        site.pod("a").start().awaitLeading();
        team.claim("store", "ReadWriteOncePod").podOn("node-b", "store");
        team.model("llama", "pvc://store/llama");

        JsonNode model = team.awaitCause("llama", "ClaimInUse");

        assertThat(message(model)).contains("server");
        assertThat(team.jobs()).isEmpty();
        assertThat(model.at("/metadata/annotations").has("drover.dev/extraction")).isFalse();
    }
}
