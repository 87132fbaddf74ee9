package dev.drover.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.sandbox.controlplane.AuditRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
        assertThat(idleRules()).isSubsetOf(SPARE);
    }

    private List<String> idleRules() {
        List<AuditRecord> requests = site.requests(request -> true);
        List<String> idle = new ArrayList<>();
        for (JsonNode rule : site.installation().manifests().rules()) {
            for (JsonNode group : rule.path("apiGroups")) {
                for (JsonNode resource : rule.path("resources")) {
                    for (JsonNode verb : rule.path("verbs")) {
                        if (requests.stream().noneMatch(r -> uses(r, group, resource, verb))) {
                            idle.add(
                                    verb.asText() + " " + resource.asText() + "." + group.asText());
                        }
                    }
                }
            }
        }
        return idle;
    }

    private static boolean uses(
            AuditRecord request, JsonNode group, JsonNode resource, JsonNode verb) {
        String asked =
                request.resource()
                        + (request.subresource().isEmpty() ? "" : "/" + request.subresource());
        return request.group().equals(group.asText())
                && asked.equals(resource.asText())
                && request.verb().equals(verb.asText());
    }
}
