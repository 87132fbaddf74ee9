package dev.drover.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.drover.sandbox.apiserver.SeenRequest;
import dev.drover.sandbox.metrics.FakeTarget;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Figures that stay away for long, or come and go (issue 6, "Must reach"), on the routes. */
@Timeout(120)
class MetricsLossTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Test
    void anHourWithoutAnyMetricsWritesNothing() throws Exception {
        AtomicBoolean broken = new AtomicBoolean();
        try (FakeTarget hot = page(0.95, broken);
                FakeTarget cold = page(0.20, broken);
                ReconcileFixture drover = new ReconcileFixture(true)) {
            drover.createProvider("cluster-b", hot.url());
            drover.createProvider("cluster-c", cold.url());
            drover.start();
            drover.createModel(50, 50);
            await().atMost(20, TimeUnit.SECONDS)
                    .untilAsserted(() -> assertThat(drover.weights()).containsExactly(6, 94));
            broken.set(true);

            Duration gone = Duration.ZERO;
            for (int minutes : new int[] {1, 1, 1, 1, 2, 4, 10, 20, 25}) {
                int scrapes = hot.requests().size() + cold.requests().size();
                drover.time.advance(Duration.ofMinutes(minutes));
                gone = gone.plusMinutes(minutes);
                await().atMost(20, TimeUnit.SECONDS)
                        .until(() -> hot.requests().size() + cold.requests().size() > scrapes + 1);
                drover.looksAgain();
            }

            assertThat(gone).isGreaterThan(Duration.ofHours(1));
            assertThat(drover.patches()).as("the first move alone").isEqualTo(1);
            assertThat(drover.weights()).containsExactly(6, 94);
            assertThat(drover.lines.seen())
                    .contains(
                            "WARNING Metrics of cluster-b unknown for 180s: weight is held",
                            "WARNING Metrics of cluster-c unknown for 180s: weight is held",
                            "WARNING Fewer than two providers have fresh metrics: weights are"
                                    + " held");
            assertThat(drover.meters.find("drover.weights.kv.cache.ratio").gauges())
                    .as("unknown is not a figure")
                    .isEmpty();
            assertThat(
                            drover.meters
                                    .get("drover.weights.models")
                                    .tag("reason", "NoFreshMetrics")
                                    .gauge()
                                    .value())
                    .isEqualTo(1);

            broken.set(false);
            drover.time.advance(Duration.ofSeconds(10));
            await().atMost(20, TimeUnit.SECONDS)
                    .until(
                            () ->
                                    drover.lines
                                            .seen()
                                            .contains("INFO Metrics of cluster-b are fresh again"));
        }
    }

    /** One source answers every other time, and each time something else. */
    @Test
    void aTargetThatComesAndGoesCausesAtMostOneWriteInThirtySeconds() throws Exception {
        try (ReconcileFixture drover = new ReconcileFixture()) {
            drover.figures.kv.put("cluster-b", 0.5);
            drover.figures.kv.put("cluster-c", 0.5);
            drover.createProviders();
            drover.createModel(50, 50);
            drover.start();
            drover.looksAgain();

            for (int second = 0; second < 600; second += 5) {
                drover.time.advance(Duration.ofSeconds(5));
                if (second / 5 % 2 == 0) {
                    drover.figures.silent.remove("cluster-b");
                    boolean busy = second / 60 % 2 == 0;
                    drover.figures.kv.put("cluster-b", busy ? 0.95 : 0.05);
                } else {
                    drover.figures.silent.add("cluster-b");
                }
                drover.looksAgain();
                await().pollInterval(Duration.ofMillis(5)).until(() -> settled(drover));
            }

            List<Instant> writes = writes(drover);
            assertThat(writes).as("it does move weights").hasSizeGreaterThan(3);
            for (int i = 1; i < writes.size(); i++) {
                assertThat(Duration.between(writes.get(i - 1), writes.get(i)))
                        .isGreaterThanOrEqualTo(Duration.ofSeconds(29)); // dates are whole seconds
            }
            assertThat(drover.weights()).allMatch(weight -> weight > 0);
            assertThat(drover.lines.seen())
                    .as("a scrape that fails now and then is no news")
                    .noneMatch(line -> line.contains("unknown") || line.contains("are held"));
        }
    }

    /** Nothing is under way: what was decided last is in the object. */
    private static boolean settled(ReconcileFixture drover) {
        return drover.calculator().getWritten() == drover.patches();
    }

    private static List<Instant> writes(ReconcileFixture drover) throws Exception {
        List<Instant> times = new ArrayList<>();
        for (SeenRequest request : drover.api.requests().of("patch", "externalmodels")) {
            for (JsonNode operation : MAPPER.readTree(request.body())) {
                JsonNode state = operation.path("value");
                if (operation.path("op").asText().equals("add") && state.isTextual()) {
                    times.add(Instant.parse(MAPPER.readTree(state.asText()).get("at").asText()));
                }
            }
        }
        return times;
    }

    private static FakeTarget page(double kv, AtomicBoolean broken) {
        String text = "vllm:kv_cache_usage_perc{model_name=\"llama-3-70b\"} " + kv + "\n";
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        return new FakeTarget(
                (request, out) ->
                        FakeTarget.send(
                                out,
                                broken.get()
                                        ? "503 Service Unavailable"
                                        : "200 OK\nContent-Length: " + body.length,
                                broken.get() ? new byte[0] : body));
    }
}
