package dev.drover.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.sandbox.metrics.FakeTarget;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The whole flow: pages of two clusters over HTTP, and what becomes of the weights. */
@Timeout(60)
class WeightsFlowTest {
    @Test
    void movesTrafficFromTheFullClusterToTheEmptyOne() throws Exception {
        try (FakeTarget full = page(0.95);
                FakeTarget empty = page(0.20);
                ReconcileFixture drover = new ReconcileFixture(true)) {
            drover.createProvider("cluster-b", full.url());
            drover.createProvider("cluster-c", empty.url());
            drover.start();
            drover.createModel(50, 50);

            await().atMost(20, TimeUnit.SECONDS)
                    .untilAsserted(() -> assertThat(drover.weights()).containsExactly(6, 94));

            assertThat(drover.patches()).isEqualTo(1);
            assertThat(
                            drover.meters
                                    .get("drover.weights.kv.cache.ratio")
                                    .tag("provider", "cluster-b")
                                    .gauge()
                                    .value())
                    .isEqualTo(0.95);
        }
    }

    @Test
    void holdsTheWeightsWhenEveryScrapeFails() throws Exception {
        try (FakeTarget broken = FakeTarget.answering("503 Service Unavailable", new byte[0]);
                ReconcileFixture drover = new ReconcileFixture(true)) {
            drover.createProvider("cluster-b", broken.url());
            drover.createProvider("cluster-c", broken.url());
            drover.start();
            drover.createModel(50, 50);

            await().atMost(20, TimeUnit.SECONDS)
                    .untilAsserted(() -> assertThat(broken.requests()).isNotEmpty());
            long before = drover.calculator().getDecisions();
            drover.look();
            await().until(() -> drover.calculator().getDecisions() > before);

            assertThat(drover.patches()).isZero();
        }
    }

    private static FakeTarget page(double kv) {
        String page =
                """
                # TYPE vllm:kv_cache_usage_perc gauge
                vllm:kv_cache_usage_perc{engine="0",model_name="llama-3-70b"} %s
                # TYPE vllm:num_requests_running gauge
                vllm:num_requests_running{engine="0",model_name="llama-3-70b"} 4
                # TYPE vllm:num_requests_waiting gauge
                vllm:num_requests_waiting{engine="0",model_name="llama-3-70b"} 0
                """
                        .formatted(kv);
        byte[] body = page.getBytes(StandardCharsets.UTF_8);
        return FakeTarget.answering(
                "200 OK\nContent-Type: text/plain; version=0.0.4\nContent-Length: " + body.length,
                body);
    }
}
