package dev.drover.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.sandbox.metrics.FakeTarget;
import dev.drover.weights.explanation.ModelExplanation;
import dev.drover.weights.explanation.ModelSummary;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the flow tells of a model on request: everything its last decision was made of. */
@Timeout(60)
class ExplainTest {
    private static final ObjectKey LLAMA = new ObjectKey("team-a", "llama");
    private static final ObjectMapper MAPPER =
            new ObjectMapper().registerModule(new JavaTimeModule());

    @Test
    void namesTheFigureItsSourceAndWhatFollowedFromIt() throws Exception {
        String page =
                """
                vllm:gpu_cache_usage_perc{model_name="llama-3-70b"} 0.5
                vllm:num_requests_running{model_name="llama-3-70b"} 4
                vllm:num_requests_waiting{model_name="llama-3-70b"} 0
                """;
        try (FakeTarget good =
                        FakeTarget.answering(
                                "200 OK\nContent-Length: " + page.length(),
                                page.getBytes(StandardCharsets.UTF_8));
                FakeTarget bad = FakeTarget.answering("401 Unauthorized", new byte[0]);
                ReconcileFixture drover = new ReconcileFixture(true)) {
            drover.createProvider("cluster-b", good.url());
            drover.createProvider("cluster-c", bad.url());
            drover.start();
            drover.createModel(60, 40);

            await().atMost(20, TimeUnit.SECONDS)
                    .until(() -> explain(drover).at("/refs/1/sources/0/attempted").asBoolean());
            await().atMost(20, TimeUnit.SECONDS)
                    .until(() -> explain(drover).at("/refs/0/state").asText().equals("fresh"));
            JsonNode model = explain(drover);

            assertThat(model.get("state").asText()).isEqualTo("Holding");
            assertThat(model.get("reason").asText()).isEqualTo("NoFreshMetrics");
            assertThat(model.get("hint").asText())
                    .isEqualTo(
                            "Fewer than two providers have fresh metrics: weights are held"
                                    + " (cluster-c unauthorized)");
            assertThat(model.get("decision").asText())
                    .isEqualTo("fewer than two refs with fresh metrics");
            assertThat(model.get("writes").asBoolean()).isFalse();
            assertThat(model.get("strategy").asText()).isEqualTo("balance");
            assertThat(model.get("total").asInt()).isEqualTo(100);
            assertThat(model.get("deadband").asDouble()).isEqualTo(3);
            assertThat(model.at("/refs/0/figures/vramUtilization").asDouble()).isEqualTo(.5);
            assertThat(model.at("/refs/0/sources/0/kvMetric").asText())
                    .isEqualTo("vllm:gpu_cache_usage_perc");
            assertThat(model.at("/refs/0/sources/0/url").asText()).isEqualTo(good.url());
            assertThat(model.at("/refs/0/sources/0/kvAgeSeconds").asDouble()).isBetween(0.0, 60.0);
            assertThat(model.at("/refs/1/sources/0/outcome").asText()).isEqualTo("unauthorized");
            assertThat(model.at("/refs/1/sources/0/detail").asText()).contains("401 from ");
            assertThat(model.at("/refs/1/sources/0/kv").isNull()).as("unknown is not 0").isTrue();
            assertThat(drover.flow().models())
                    .extracting(ModelSummary::name, ModelSummary::reason)
                    .containsExactly(tuple("llama", "NoFreshMetrics"));
        }
    }

    @Test
    void saysWhyAModelIsLeftAloneAndForgetsOneThatIsGone() throws Exception {
        try (ReconcileFixture drover = new ReconcileFixture()) {
            drover.createProviders();
            drover.start();
            drover.createModel(50, 50);
            await().until(() -> drover.flow().explain(LLAMA).isPresent());

            drover.api.patch(
                    "externalmodels",
                    "team-a",
                    "llama",
                    "{\"metadata\":{\"annotations\":{\"drover.dev/weights-strategy\":\"none\"}}}");
            await().until(() -> drover.flow().explain(LLAMA).get().reason().equals("Released"));

            ModelExplanation model = drover.flow().explain(LLAMA).get();
            assertThat(model.state()).isEqualTo("Skipped");
            assertThat(model.strategy()).isEqualTo("none");
            assertThat(model.decision()).isEqualTo("given back");
            assertThat(model.refs())
                    .extracting("provider", "weight", "desired")
                    .containsExactly(tuple("cluster-b", 50, null), tuple("cluster-c", 50, null));

            drover.api.delete("externalmodels", "team-a", "llama");
            await().until(() -> drover.flow().explain(LLAMA).isEmpty());
            assertThat(drover.flow().models()).isEmpty();
        }
    }

    private static JsonNode explain(ReconcileFixture drover) {
        return drover.flow()
                .explain(LLAMA)
                .map(model -> (JsonNode) MAPPER.valueToTree(model))
                .orElseGet(MAPPER::createObjectNode);
    }
}
