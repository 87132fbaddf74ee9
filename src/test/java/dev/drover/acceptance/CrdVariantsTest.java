package dev.drover.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.acceptance.Fleet.Ref;
import dev.drover.sandbox.RawApi;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Older and newer CRDs than the usual one (spec weights 1.2), served by a real API server. */
@Acceptance
@Timeout(120)
class CrdVariantsTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    private final Site site;
    private final Fleet fleet;

    CrdVariantsTest(Site site) {
        this.site = site;
        this.fleet = site.fleet();
    }

    @Test
    void whereZeroIsRefusedAProviderThatIsDownKeepsOneAndPeopleHearOfItOnce() {
        site.replaceCrds("externalmodels_min-weight-1");
        await().atMost(SOON).until(() -> refuses(0));
        fleet.provider("hot", site.engine(0.95).url("/metrics"))
                .provider("cool", site.engine(0.20).url("/metrics"));
        DroverProcess drover = fast().start().awaitLeading();
        fleet.model("llama", new Ref("hot", 50), new Ref("cool", 50));
        site.awaitWeights("llama", 6, 94);

        fleet.ready("cool", false);
        site.awaitWeights("llama", 99, 1);
        fleet.model("qwen", new Ref("hot", 50), new Ref("cool", 50));
        site.awaitWeights("qwen", 99, 1);

        await().atMost(SOON).until(() -> fleet.events("ZeroWeightRefused").size() == 2);
        assertThat(drover.logLines("does not take a weight of 0")).as("once a model").hasSize(2);
        assertThat(fleet.state("llama", 1).path("zero").asText()).isEqualTo("provider-not-ready");
        assertThat(
                        site.requests(
                                request ->
                                        request.resource().equals("externalmodels")
                                                && request.code() == 422))
                .as("it is tried once in the life of the process")
                .hasSize(1);

        fleet.ready("cool", true);
        drover.awaitLog("Provider back: cool");
        await().atMost(SOON).until(() -> fleet.weights("llama").get(1) > 1);
    }

    @Test
    void theNewestOnesAreServedWithEqualWeightsAndProvidersOfOtherNamespaces() {
        site.replaceCrds("externalmodels_praxis", "externalproviders_praxis");
        await().atMost(SOON).until(this::knowsNamespaces);
        fleet.provider("hot", site.engine(0.95).url("/metrics"))
                .provider("cool", site.engine(0.20).url("/metrics"));
        fast().with("DROVER_WEIGHTS_STRATEGY", "health").start().awaitLeading();
        model("llama", fleet.namespace());

        await().atMost(SOON).until(() -> !fleet.get("llama").path("spec").isEmpty());
        fleet.ready("cool", false);
        site.awaitWeights("llama", 50, 0);
        fleet.ready("cool", true);
        site.awaitWeights("llama", 50, 50);
        assertThat(site.patches()).as("no ramp: 0 and the baseline, nothing between").hasSize(2);
        assertThat(fleet.get("llama").at("/spec/externalProviderRefs/1/ref/namespace").asText())
                .isEqualTo(fleet.namespace());

        fleet.annotate("llama", "drover.dev/weights-strategy", "balance");
        await().atMost(SOON).until(() -> !fleet.weights("llama").equals(List.of(50, 50)));
        assertThat(fleet.state("llama", 1).path("namespace").asText()).isEqualTo(fleet.namespace());
    }

    @Test
    void anObjectStoredUnderAnOlderOneMayRefuseEveryWriteAndSaysWhatIsMissing() {
        site.replaceCrds("externalmodels_no-path");
        await().atMost(SOON).until(() -> refuses(0));
        fleet.provider("hot", site.engine(0.95).url("/metrics"))
                .provider("cool", site.engine(0.20).url("/metrics"))
                .model("llama", new Ref("hot", 50), new Ref("cool", 50));
        site.replaceCrds("externalmodels");
        await().atMost(SOON).until(() -> !refuses(0));
        DroverProcess drover = fast().start().awaitLeading();

        drover.awaitLog("Weights refused by the API server: ");
        await().atMost(SOON).until(() -> fleet.events("WriteRefused").size() == 1);
        assertThat(fleet.events("WriteRefused").get(0).path("note").asText())
                .contains("path")
                .contains("Required value");
        assertThat(fleet.weights("llama")).containsExactly(50, 50);
        assertThat(drover.metrics())
                .containsPattern("drover_weights_models\\{reason=\"WriteRefused\".*} 1");
        assertThat(drover.logLines("Weights refused by the API server")).hasSize(1);

        site.plane()
                .api()
                .patch(
                        fleet.path("externalmodels") + "/llama",
                        RawApi.MERGE_PATCH,
                        "{\"spec\":{\"externalProviderRefs\":"
                                + withPaths(fleet.get("llama"))
                                + "}}")
                .expect(200);
        await().atMost(SOON).until(() -> !fleet.weights("llama").equals(List.of(50, 50)));
    }

    private static JsonNode withPaths(JsonNode model) {
        JsonNode refs = model.at("/spec/externalProviderRefs").deepCopy();
        refs.forEach(ref -> ((ObjectNode) ref).put("path", "/v1/chat/completions"));
        return refs;
    }

    private DroverProcess.Launch fast() {
        return site.pod("a")
                .with("DROVER_WEIGHTS_INTERVAL", "1s")
                .with("DROVER_WEIGHTS_RESPONSE", "6s")
                .with("DROVER_WEIGHTS_MIN_WRITE_INTERVAL", "1s");
    }

    /** A changed CRD counts a moment after it was stored. */
    private boolean refuses(int weight) {
        return dryRun(fleet.modelYaml("trial", new Ref("hot", weight), new Ref("cool", 1))).code()
                == 422;
    }

    private boolean knowsNamespaces() {
        JsonNode stored = dryRun(yaml("trial", "elsewhere")).body();
        return stored.at("/spec/externalProviderRefs/0/ref").has("namespace");
    }

    private RawApi.Reply dryRun(String yaml) {
        return site.plane().api().post(fleet.path("externalmodels") + "?dryRun=All", yaml);
    }

    private void model(String name, String namespace) {
        site.plane().api().post(fleet.path("externalmodels"), yaml(name, namespace)).expect(201);
    }

    private String yaml(String name, String namespace) {
        return fleet.modelYaml(name, new Ref("hot", 50), new Ref("cool", 50))
                .replaceAll(
                        "ref: \\{name: (\\w+)}", "ref: {name: $1, namespace: " + namespace + "}");
    }
}
