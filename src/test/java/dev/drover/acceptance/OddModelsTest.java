package dev.drover.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.acceptance.Fleet.Ref;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Models that a user can get past the CRD, beside one that is as it should be. Refs that are not
 * objects and weights above 100 are refused by the CRD itself; {@code ExternalModelTest} reads
 * them.
 */
@Acceptance
@Timeout(60)
class OddModelsTest {
    private final Site site;
    private final Fleet fleet;

    OddModelsTest(Site site) {
        this.site = site;
        this.fleet = site.fleet();
        fleet.provider("hot", site.engine(0.95).url("/metrics"))
                .provider("cool", site.engine(0.20).url("/metrics"));
    }

    @Test
    void haveTheirOutcomeAndHoldNobodyUp() {
        site.plane()
                .api()
                .post(
                        fleet.path("externalmodels"),
                        "{apiVersion: inference.opendatahub.io/v1alpha1, kind: ExternalModel,"
                                + " metadata: {name: without-spec}}")
                .expect(201);
        fleet.model("one-ref", new Ref("hot", 50));
        fleet.model("missing-provider", new Ref("hot", 50), new Ref("nobody", 50));
        fleet.model("sum-of-two", new Ref("hot", 1), new Ref("cool", 1));
        fleet.model("sixty-four", alternating(64, 10));
        fleet.model("too-much", alternating(8, 80));
        fleet.model("all-zero", new Ref("hot", 0), new Ref("cool", 0));
        fleet.model("as-it-should-be", new Ref("hot", 50), new Ref("cool", 50));
        DroverProcess drover = site.pod("a").start().awaitLeading();

        site.awaitWeights("as-it-should-be", 6, 94);
        site.awaitWeights("sum-of-two", 6, 94);
        await().atMost(Duration.ofSeconds(10)).until(() -> sum("too-much") == 100);
        await().atMost(Duration.ofSeconds(10)).until(() -> sum("sixty-four") == 256);
        assertThat(fleet.weights("sixty-four")).allMatch(weight -> weight >= 1 && weight <= 100);
        drover.awaitLog("ExternalModel " + fleet.namespace() + "/without-spec has no spec");
        assertThat(drover.logLines("has no spec")).hasSize(1);
        assertThat(fleet.weights("one-ref")).containsExactly(50);
        // what nobody serves gets no traffic
        site.awaitWeights("missing-provider", 100, 0);
        assertThat(fleet.weights("all-zero")).containsExactly(0, 0);
        assertThat(site.patches()).hasSize(5);
        assertThat(drover.metrics())
                .containsPattern("drover_weights_models\\{.*FewerThanTwoProviders.*} [1-9]");
        assertThat(
                        drover.metric(
                                "drover_reconcile_total{flow=\"weights\",resource=\"externalmodels.inference.opendatahub.io\",result=\"error\""))
                .isZero();
    }

    private int sum(String model) {
        List<Integer> weights = fleet.weights(model);
        return weights.stream().mapToInt(Integer::intValue).sum();
    }

    private static Ref[] alternating(int refs, int weight) {
        return IntStream.range(0, refs)
                .mapToObj(i -> new Ref(i % 2 == 0 ? "hot" : "cool", weight))
                .toArray(Ref[]::new);
    }
}
