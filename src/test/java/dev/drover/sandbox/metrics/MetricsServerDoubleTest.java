package dev.drover.sandbox.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The pages show what they were told, and each bad habit is really had. */
@Timeout(30)
class MetricsServerDoubleTest {
    private static final Page HELLO = Page.text("hello 1\n");

    private final MetricsServerDouble server = MetricsServerDouble.start();
    private final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void showsTheFiguresOfTheEngines() throws Exception {
        VllmPage engine = new VllmPage("alpha", Instant.ofEpochSecond(100)).engines(2).kv(0.25);
        server.serve("/metrics", engine::page);
        assertThat(body())
                .contains("vllm:kv_cache_usage_perc{engine=\"0\",model_name=\"alpha\"} 0.25\n")
                .contains("vllm:kv_cache_usage_perc{engine=\"1\",model_name=\"alpha\"} 0.25\n");
        engine.finish(3, 0.4, 0.03);
        assertThat(body())
                .contains(
                        "e2e_request_latency_seconds_bucket{engine=\"0\",model_name=\"alpha\",le=\"0.3\"} 0\n")
                .contains(
                        "e2e_request_latency_seconds_bucket{engine=\"0\",model_name=\"alpha\",le=\"0.5\"} 3\n")
                .contains(
                        "e2e_request_latency_seconds_count{engine=\"0\",model_name=\"alpha\"} 3\n");
        engine.restart(Instant.ofEpochSecond(200));
        assertThat(body())
                .contains(
                        "e2e_request_latency_seconds_count{engine=\"0\",model_name=\"alpha\"} 0\n")
                .contains("process_start_time_seconds 200.0\n");
    }

    @Test
    void showsTheFiguresOfThePool() throws Exception {
        EppPage picker = new EppPage("pool", "alpha").kv(0.5).ready(0).finish(2, 0.3).fail(1);
        server.serve("/metrics", picker::page);
        assertThat(body())
                .contains("llm_d_epp_average_kv_cache_utilization{name=\"pool\"} 0.5\n")
                .contains("llm_d_epp_ready_endpoints{name=\"pool\"} 0.0\n")
                .contains(
                        "llm_d_epp_request_total{model_name=\"alpha\",target_model_name=\"alpha\"} 3.0\n");
    }

    @ParameterizedTest
    @EnumSource(names = {"WHOLE", "CHUNKED"})
    void deliversTheBytes(Delivery delivery) throws Exception {
        server.serve("/metrics", HELLO).deliver(delivery);
        assertThat(body()).isEqualTo("hello 1\n");
    }

    @ParameterizedTest
    @EnumSource(names = {"CUT", "REFUSED"})
    void breaksOff(Delivery delivery) {
        server.serve("/metrics", HELLO).deliver(delivery);
        assertThatThrownBy(this::body).isInstanceOf(IOException.class);
    }

    @Test
    void neverAnswersWhenHanging() {
        server.serve("/metrics", HELLO).deliver(Delivery.HANGING);
        HttpRequest request = request().timeout(Duration.ofMillis(200)).build();
        assertThatThrownBy(() -> http.send(request, BodyHandlers.ofString()))
                .isInstanceOf(HttpTimeoutException.class);
        assertThat(server.scrapes()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"DRIPPING", "STALLING", "ENDLESS"})
    void sendsTheHeadAndABeginning(Delivery delivery) throws Exception {
        server.serve("/metrics", HELLO).deliver(delivery);
        HttpResponse<InputStream> response =
                http.send(request().build(), BodyHandlers.ofInputStream());
        assertThat(response.statusCode()).isEqualTo(200);
        try (InputStream body = response.body()) {
            assertThat(body.read()).isEqualTo('h');
        }
    }

    @Test
    void unfoldsABomb() throws Exception {
        server.serve("/metrics", Page.gzipBomb(16));
        byte[] sent = http.send(request().build(), BodyHandlers.ofByteArray()).body();
        assertThat(sent).hasSizeLessThan(100_000);
        try (InputStream in = new GZIPInputStream(new java.io.ByteArrayInputStream(sent))) {
            assertThat(in.readAllBytes()).hasSize(16 << 20);
        }
    }

    @Test
    void remembersWhatWasSent() throws Exception {
        server.serve("/metrics", Page.html(503));
        HttpRequest request = request().header("Authorization", "Bearer x").build();
        assertThat(http.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(503);
        assertThat(server.scrapes().get(0).header("authorization")).contains("Bearer x");
    }

    private String body() throws IOException, InterruptedException {
        return new String(http.send(request().build(), BodyHandlers.ofByteArray()).body(), UTF_8);
    }

    private HttpRequest.Builder request() {
        return HttpRequest.newBuilder(URI.create(server.url("/metrics")))
                .version(HttpClient.Version.HTTP_1_1);
    }
}
