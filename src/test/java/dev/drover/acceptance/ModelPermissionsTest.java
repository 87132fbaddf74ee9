package dev.drover.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The shipped roles of the flow are enough, and none of their rules is idle. */
@ModelAcceptance
@Timeout(120)
class ModelPermissionsTest {
    /** For conflicts, races, older objects, and an admission plugin that is off by default. */
    private static final Set<String> SPARE =
            Set.of(
                    "list leases.coordination.k8s.io",
                    "get basemodels.ome.io",
                    "get clusterbasemodels.ome.io",
                    "get persistentvolumeclaims.",
                    "get pods.",
                    "get jobs.batch",
                    "patch jobs.batch",
                    "get storageclasses.storage.k8s.io",
                    "update basemodels/finalizers.ome.io",
                    "update clusterbasemodels/finalizers.ome.io",
                    "create events.",
                    "patch events.",
                    "patch events.events.k8s.io");

    private final ModelSite site;
    private final ModelTeam team;

    ModelPermissionsTest(ModelSite site) {
        this.site = site;
        this.team = site.team();
    }

    @Test
    void theShippedRolesAreWhatIsUsed() {
        DroverProcess drover = site.pod("a").start().awaitLeading();
        String shared = "shared-" + team.namespace();
        team.claim("store").model("llama", "pvc://store/a").model("pull", "pvc://store/pull");
        team.clusterModel(shared, "pvc://" + team.namespace() + ":store/llama");
        team.awaitCause("llama", "MetadataExtracted");
        await().until(() -> ModelTeam.state(team.getCluster(shared)).equals("Ready"));
        team.edit(
                team.model("llama"), "{\"spec\":{\"storage\":{\"storageUri\":\"pvc://store/b\"}}}");
        team.awaitCause("pull", "ImagePull", Duration.ofSeconds(40));
        drover.askToStop(); // a watch is audited when it ends
        drover.awaitExit();

        assertThat(site.requests(request -> !request.decision().equals("allow"))).isEmpty();
        assertThat(IdleRights.in(site.installation().manifests(), site.requests(request -> true)))
                .isSubsetOf(SPARE);
    }
}
