package dev.drover.acceptance;

import static dev.drover.acceptance.ModelTeam.condition;
import static dev.drover.acceptance.ModelTeam.message;
import static dev.drover.acceptance.ModelTeam.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.sandbox.controlplane.AuditRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of a model by the state of its claim. */
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
        site.drover();
        team.model("llama", "pvc://store/llama");
        JsonNode model = team.awaitCause("llama", "ClaimNotFound", Duration.ofSeconds(2));
        assertThat(state(model)).isEqualTo("Failed");
        assertThat(condition(model, "SourceReachable").path("reason").asText())
                .isEqualTo("PVCNotFound");
        assertThat(team.jobs()).isEmpty();

        team.claim("store");

        assertThat(state(team.awaitCause("llama", "MetadataExtracted"))).isEqualTo("Ready");
        assertThat(Duration.between(boundAt("store"), jobCreatedAt()))
                .isLessThan(Duration.ofSeconds(2));
    }

    private Instant boundAt(String claim) {
        List<AuditRecord> phases =
                site.plane()
                        .audit()
                        .matching(
                                record ->
                                        record.namespace().equals(team.namespace())
                                                && record.name().equals(claim)
                                                && record.subresource().equals("status"));
        return phases.get(phases.size() - 1).answered();
    }

    private Instant jobCreatedAt() {
        return site.writes().stream()
                .filter(write -> write.resource().equals("jobs"))
                .findFirst()
                .orElseThrow()
                .answered();
    }

    @Test
    void aClaimThatIsPendingIsWaitedForWithItsReason() {
        site.drover();
        team.volumes().pendingClaim("store", "ReadWriteMany", "fast", "");
        team.model("llama", "pvc://store/llama");

        JsonNode model = team.awaitCause("llama", "StorageClassMissing");

        assertThat(state(model)).isEqualTo("In_Transit");
        assertThat(message(model)).contains("fast");
        assertThat(team.jobs()).isEmpty();
        team.volumes().storageClass("fast", "Immediate");
        team.awaitCause("llama", "ClaimPending");
    }

    @Test
    void aClaimThatWaitsForItsFirstConsumerGetsTheJob() {
        site.drover();
        team.volumes().storageClass("wait", "WaitForFirstConsumer");
        team.volumes().free("wait", "ReadWriteOnce");
        team.volumes().pendingClaim("store", "ReadWriteOnce", "wait", "");
        team.model("llama", "pvc://store/llama");

        assertThat(state(team.awaitCause("llama", "MetadataExtracted"))).isEqualTo("Ready");

        await().untilAsserted(() -> assertThat(team.reasons()).contains("FirstConsumerCreated"));
        team.volumes().awaitBound("store");
    }

    /** The finished Pod of a metadata Job holds its claim, like any other (kubernetes #92598). */
    @Test
    void aClaimThatGoesIsLetGoAtOnceAndTakesReadinessAlong() {
        site.drover();
        team.claim("store").podOn("node-b", "store");
        team.model("llama", "pvc://store/llama");
        team.awaitCause("llama", "MetadataExtracted");

        team.volumes().deleteClaim("store");

        JsonNode model = team.awaitCause("llama", "ClaimTerminating");
        assertThat(state(model)).isEqualTo("Failed");
        assertThat(condition(model, "SourceReachable").path("reason").asText())
                .isEqualTo("PVCNotFound");
        await().until(() -> team.jobs().isEmpty());
        assertThat(team.volumes().gone("store")).as("its user still runs").isFalse();

        team.deletePod("server");

        team.awaitCause("llama", "ClaimNotFound");
        team.volumes().releaseVolume("store");
        team.claim("store");
        assertThat(state(team.awaitCause("llama", "MetadataExtracted"))).isEqualTo("Ready");
        assertThat(team.jobs()).as("another claim, another UID, another Job").hasSize(1);
    }

    @Test
    void aClaimThatLostItsVolumeAndHasItBackIsReadyAgainWithoutAJob() {
        site.drover();
        team.claim("store").model("llama", "pvc://store/llama");
        team.awaitCause("llama", "MetadataExtracted");

        team.volumes().loseVolume("store");

        JsonNode model = team.awaitCause("llama", "ClaimLost");
        assertThat(state(model)).isEqualTo("Failed");
        assertThat(condition(model, "SourceReachable").path("reason").asText())
                .isEqualTo("PVCNotBound");
        await().until(() -> team.jobs().isEmpty());

        team.volumes().restoreVolume("store");

        assertThat(state(team.awaitCause("llama", "MetadataExtracted"))).isEqualTo("Ready");
        assertThat(site.writes())
                .filteredOn(write -> write.resource().equals("jobs"))
                .extracting(AuditRecord::verb)
                .containsExactly("create", "delete");
    }

    @Test
    void aClaimWithoutAFileSystemIsRefused() {
        site.drover();
        team.volumes().device("store");
        team.model("llama", "pvc://store/llama");

        JsonNode model = team.awaitCause("llama", "BlockVolume");

        assertThat(state(model)).isEqualTo("Failed");
        assertThat(condition(model, "SourceReachable").path("reason").asText())
                .isEqualTo("PVCInvalid");
        assertThat(team.jobs()).isEmpty();
    }

    @Test
    void aClusterModelIsReadInTheNamespaceOfItsClaim() {
        site.drover();
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
        site.drover();
        team.claim("store", "ReadWriteOnce").podOn("node-b", "store");
        team.model("llama", "pvc://store/llama");

        team.awaitCause("llama", "MetadataExtracted");

        assertThat(team.jobs().get(0).at("/spec/template/spec/affinity").toString())
                .contains("metadata.name", "node-b");
    }

    @Test
    void aClaimForOnePodThatIsInUseIsWaitedForWithoutAnAttempt() {
        site.drover();
        team.claim("store", "ReadWriteOncePod").podOn("node-b", "store");
        team.model("llama", "pvc://store/llama");

        JsonNode model = team.awaitCause("llama", "ClaimInUse");

        assertThat(message(model)).contains("server");
        assertThat(team.jobs()).isEmpty();
        assertThat(model.at("/metadata/annotations").has("drover.dev/extraction")).isFalse();
    }
}
