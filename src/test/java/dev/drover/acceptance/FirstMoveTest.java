package dev.drover.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.acceptance.Fleet.Ref;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** From the created model to its weights: issue 3, 4. */
@Acceptance
@Timeout(120)
class FirstMoveTest {
    private final Site site;
    private final Fleet fleet;

    FirstMoveTest(Site site) {
        this.site = site;
        this.fleet = site.fleet();
    }

    @Test
    void relievesTheHotClusterAndTouchesNothingElse() {
        fleet.provider("cluster-b", site.engine(0.95).url("/metrics"))
                .provider("cluster-c", site.engine(0.20).url("/metrics"))
                .provider("cloud", "openai", "{}");
        DroverProcess drover = site.pod("a").start().awaitLeading();
        fleet.model("llama", new Ref("cluster-b", 50), new Ref("cluster-c", 50));
        fleet.model(
                "mixed", new Ref("cluster-b", 40), new Ref("cloud", 20), new Ref("cluster-c", 40));
        JsonNode before = fleet.get("mixed");
        site.awaitWeights("llama", 6, 94);
        site.awaitWeights("mixed", 5, 20, 75);
        JsonNode after = fleet.get("mixed");
        assertThat(withoutWeights(after)).isEqualTo(withoutWeights(before));
        assertThat(after.path("status")).isEqualTo(before.path("status"));
        assertThat(managersOfTheList(after)).contains("drover-weights");
        drover.awaitLog("Reconciling ExternalModel: llama namespace=" + fleet.namespace())
                .awaitLog("Weights: cluster-b 50->6, cluster-c 50->94 reason=first shift=44");
        await().until(() -> site.patches().size() == 2);
        await().until(() -> fleet.events("WeightsManaged").size() == 2);
    }

    private static JsonNode withoutWeights(JsonNode model) {
        JsonNode spec = model.path("spec").deepCopy();
        spec.path("externalProviderRefs").forEach(ref -> ((ObjectNode) ref).remove("weight"));
        return spec;
    }

    private static List<String> managersOfTheList(JsonNode model) {
        return model.at("/metadata/managedFields")
                .valueStream()
                .filter(entry -> entry.at("/fieldsV1/f:spec/f:externalProviderRefs").isObject())
                .map(entry -> entry.path("manager").asText())
                .toList();
    }
}
