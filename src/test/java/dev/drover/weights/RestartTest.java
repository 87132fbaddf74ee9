package dev.drover.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.weights.health.ProviderHealth;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A process ends at any stage of an outage, and the next one goes on from what stands in the object
 * (spec weights 1.3, 6.6). Nothing is stored at the end of a process, so any end is like a kill.
 */
@Timeout(120)
class RestartTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final ProviderHealth UNHEALTHY =
            ProviderHealth.unhealthy("3 failed probes of b.example.com:443");

    private ReconcileFixture drover;

    @BeforeEach
    void open() throws Exception {
        drover = new ReconcileFixture();
        drover.createProviders();
        drover.createModel(60, 40);
        figures(ProviderHealth.HEALTHY);
        drover.start();
        drover.looksAgain();
    }

    @AfterEach
    void close() throws Exception {
        drover.close();
    }

    @Test
    void aRampGoesOnWhereItWasWhicheverStageTheProcessEndsAt() throws Exception {
        health(UNHEALTHY);
        awaitWeights(0, 100);

        restart(ProviderHealth.UNKNOWN);
        pass(Duration.ofMinutes(1));
        assertThat(drover.weights()).as("no probe has ended yet").containsExactly(0, 100);
        assertThat(entry().path("zero").asText()).isEqualTo("unhealthy");
        assertThat(entry().path("before").asDouble()).isEqualTo(0.6);

        health(ProviderHealth.HEALTHY);
        List<Integer> seen = new ArrayList<>();
        for (int stage = 0; stage <= 5; stage++) {
            int expected = stage;
            await().until(() -> entry().path("ramp").asInt(-1) == expected);
            assertThat(entry().path("before").asDouble()).isEqualTo(0.6);
            assertThat(entry().path("baseline").asInt()).isEqualTo(60);
            seen.add(drover.weights().get(0));

            restart(ProviderHealth.UNKNOWN);
            drover.looksAgain();
            assertThat(entry().path("ramp").asInt())
                    .as("a stage is not left early")
                    .isEqualTo(stage);
            drover.time.advance(Duration.ofSeconds(10));
            drover.look();
        }
        assertThat(seen).containsExactly(6, 12, 24, 36, 48, 60);

        drover.looksAgain();
        assertThat(drover.weights()).containsExactly(60, 40);
        assertThat(drover.flow().models().get(0).reason()).isEqualTo("Balanced");
    }

    @Test
    void baselineAndDrainOutliveTheProcess() throws Exception {
        drover.figures.kv.put("cluster-b", 0.95);
        drover.figures.kv.put("cluster-c", 0.20);
        for (int i = 0; i < 30 && drover.patches() == 0; i++) {
            pass(Duration.ofSeconds(10));
        }
        await().until(() -> !drover.weights().equals(List.of(60, 40)));
        List<Integer> written = drover.weights();

        restart(ProviderHealth.NONE);
        drover.looksAgain();
        assertThat(drover.weights()).as("no first move, no jump").isEqualTo(written);
        assertThat(entry().path("baseline").asInt()).isEqualTo(60);

        drain();
        drover.looksAgain();
        restart(ProviderHealth.NONE);
        figures(ProviderHealth.NONE);
        for (int i = 0; i < 20; i++) {
            pass(Duration.ofSeconds(10));
        }
        assertThat(drover.weights().get(0)).as("a person's zero").isZero();
    }

    private void restart(ProviderHealth health) throws Exception {
        drover.stop();
        drover = new ReconcileFixture(drover);
        figures(health);
        drover.start();
        await().until(() -> drover.calculator().getDecisions() > 0);
    }

    private void figures(ProviderHealth health) {
        drover.figures.kv.put("cluster-b", 0.5);
        drover.figures.kv.put("cluster-c", 0.5);
        drover.figures.health.put("cluster-b", health);
    }

    private void health(ProviderHealth health) {
        drover.figures.health.put("cluster-b", health);
        drover.look();
    }

    private void awaitWeights(Integer... weights) {
        await().untilAsserted(() -> assertThat(drover.weights()).containsExactly(weights));
    }

    private void pass(Duration time) {
        drover.time.advance(time);
        drover.looksAgain();
    }

    private void drain() {
        JsonNode refs = drover.model().at("/spec/externalProviderRefs");
        ((ObjectNode) refs.get(0)).put("weight", 0);
        drover.api.patch(
                "externalmodels",
                "team-a",
                "llama",
                "{\"spec\":{\"externalProviderRefs\":" + refs + "}}");
    }

    /** Of the first ref, in the state annotation. */
    private JsonNode entry() throws Exception {
        String state = drover.model().at("/metadata/annotations/drover.dev~1weights").asText("{}");
        return MAPPER.readTree(state).at("/refs/0");
    }
}
