package dev.drover.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.acceptance.Fleet.Ref;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Providers that go and come back (spec weights 6.6) before a real API server. */
@Acceptance
@Timeout(240)
class ProviderLifeTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    private final Site site;
    private final Fleet fleet;
    private final String url;

    ProviderLifeTest(Site site) {
        this.site = site;
        this.fleet = site.fleet();
        url = site.engine(0.5).url("/metrics");
        fleet.provider("cluster-b", url).provider("cluster-c", url);
    }

    @Test
    void eachWayToBeGoneHasItsCauseAndItsWayBack() {
        DroverProcess drover = process("a").awaitLeading();
        fleet.model("llama", new Ref("cluster-b", 50), new Ref("cluster-c", 50));
        drover.awaitLog("Found providers: 2");

        fleet.deleteProvider("cluster-b");
        site.awaitWeights("llama", 0, 100);
        assertThat(fleet.state("llama", 0).path("zero").asText()).isEqualTo("provider-missing");

        fleet.provider("cluster-b", url);
        await().atMost(SOON).until(() -> fleet.state("llama", 0).path("ramp").asInt(-1) == 0);
        site.awaitWeights("llama", 5, 95);

        fleet.ready("cluster-b", false);
        site.awaitWeights("llama", 0, 100);
        assertThat(fleet.state("llama", 0).path("zero").asText()).isEqualTo("provider-not-ready");
        assertThat(fleet.state("llama", 0).path("before").asDouble())
                .as("it was on its way back to this")
                .isEqualTo(0.5);

        fleet.ready("cluster-b", true);
        site.awaitWeights("llama", 5, 95);
        await().atMost(SOON).until(() -> fleet.events("ProviderBack").size() >= 1);
        assertThat(drover.logLines("Provider down: cluster-b"))
                .anyMatch(line -> line.contains("provider-missing: create ExternalProvider"))
                .anyMatch(line -> line.contains("provider-not-ready: see the status"));
    }

    @Test
    @Tag("slow")
    void aProcessKilledAtAnyStageOfTheRampIsFollowedByOneThatGoesOnThere() {
        DroverProcess drover = process("a").awaitLeading();
        fleet.model("llama", new Ref("cluster-b", 60), new Ref("cluster-c", 40));
        drover.awaitLog("Found providers: 2");
        fleet.ready("cluster-b", false);
        site.awaitWeights("llama", 0, 100);

        drover.kill();
        drover = process("a").awaitLeading();
        assertThat(fleet.weights("llama")).containsExactly(0, 100);
        fleet.ready("cluster-b", true);
        int[] weights = {6, 12, 24, 36, 48, 60};
        for (int stage = 0; stage < weights.length; stage++) {
            int expected = weights[stage];
            await().atMost(SOON).until(() -> fleet.weights("llama").get(0) == expected);
            assertThat(fleet.state("llama", 0).path("ramp").asInt()).isEqualTo(stage);
            assertThat(fleet.state("llama", 0).path("baseline").asInt()).isEqualTo(60);
            drover.kill();
            drover = process("a").awaitLeading();
        }
        assertThat(site.patches()).as("one for each stage and one down").hasSize(7);
    }

    /** Alone, so that no Lease of a killed process has to run out. */
    private DroverProcess process(String name) {
        return site.pod(name)
                .with("DROVER_WEIGHTS_INTERVAL", "1s")
                .with("DROVER_LEADER_ELECTION", "false")
                .start();
    }
}
