package dev.drover.weights.scraping;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.intents.Notice;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.sandbox.metrics.FakeTarget;
import dev.drover.weights.metrics.SourceFigures;
import dev.drover.weights.metrics.SourceKind;
import dev.drover.weights.providers.RefSources;
import dev.drover.weights.providers.Source;
import dev.drover.weights.providers.Target;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class ScrapeRouteTest {
    private static final String SCRAPE = "classpath:routes/weights/weights-scrape.camel.yaml";
    private static final String TICK = "classpath:routes/weights/weights-scrape-tick.camel.yaml";
    private static final byte[] PAGE =
            "vllm:kv_cache_usage_perc{model_name=\"m\"} 0.42\n".getBytes(UTF_8);
    private static final Map<String, String> KEYS =
            Map.of("SCRAPE_TIMEOUT", "400ms", "INTERVAL", "1s", "SCRAPE_MAX_BODY", "64KiB");

    /** Some say nothing of it in their answer. */
    @Test
    void aServerThatClosesEachConnectionIsScrapedEverySecondAllTheSame() throws Exception {
        String head = "200 OK\nContent-Length: " + PAGE.length;
        try (FakeTarget server = FakeTarget.answering(head, PAGE);
                ScrapeRoute route = new ScrapeRoute(KEYS, SCRAPE, TICK)) {
            route.declare(SourceKind.VLLM, server.url());

            await().atMost(Duration.ofSeconds(10)).until(() -> server.requests().size() >= 4);

            assertThat(route.counted("drover.weights.scrapes", "outcome", "connect")).isZero();
        }
    }

    @Test
    void scrapesWhatIsDueAndWakesTheModels() throws Exception {
        try (FakeTarget server = FakeTarget.answering("200 OK", PAGE);
                FakeTarget hanging = new FakeTarget((r, out) -> new CountDownLatch(1).await());
                ScrapeRoute route = new ScrapeRoute(KEYS, SCRAPE, TICK)) {
            RefSources ref = route.declare(SourceKind.VLLM, server.url());
            route.targets.declare(
                    new ObjectKey("maas-system", "other"),
                    List.of(
                            new RefSources(
                                    ScrapeRoute.PROVIDER,
                                    "m",
                                    List.of(
                                            new Source(
                                                    new Target(
                                                            SourceKind.EPP,
                                                            URI.create(hanging.url())),
                                                    null,
                                                    false)),
                                    List.of())));

            await().atMost(Duration.ofSeconds(10)).until(() -> server.requests().size() >= 3);

            assertThat(route.targets.figures(ref).get(0).kv()).isEqualTo(0.42);
            assertThat(route.enqueued).contains(ScrapeRoute.MODEL);
            assertThat(route.counted("drover.weights.scrapes", "source", "vllm", "outcome", "ok"))
                    .isGreaterThanOrEqualTo(2);
            await().atMost(Duration.ofSeconds(10))
                    .until(
                            () ->
                                    route.counted(
                                                    "drover.weights.scrapes",
                                                    "source",
                                                    "epp",
                                                    "outcome",
                                                    "timeout")
                                            >= 1);
            route.targets.release(ScrapeRoute.MODEL);
            assertThat(
                            route.meters
                                    .find("drover.weights.scrape.age.seconds")
                                    .tag("source", "vllm")
                                    .gauges())
                    .isEmpty();
        }
    }

    @Test
    void tellsOnceWhenASourceFailsAndOnceWhenItWorksAgain() throws Exception {
        AtomicBoolean open = new AtomicBoolean();
        FakeTarget.Answer answer =
                (request, out) ->
                        FakeTarget.send(
                                out,
                                open.get() ? "200 OK" : "401 Unauthorized\nContent-Length: 0",
                                open.get() ? PAGE : new byte[0]);
        try (FakeTarget server = new FakeTarget(answer);
                ScrapeRoute route = ScrapeRoute.scrapeOnly(KEYS)) {
            RefSources ref = route.declare(SourceKind.VLLM, server.url());
            for (int i = 0; i < 5; i++) {
                route.scrape(ref);
            }
            assertThat(route.notices).extracting(Notice::reason).containsExactly("ScrapeFailed");
            assertThat(route.notices.get(0).note())
                    .isEqualTo(
                            "Source vllm of cluster-b fails: unauthorized: 401 from %s; check metrics.tokenSecret: the token is missing or wrong"
                                    .formatted(server.url()));
            open.set(true);
            SourceFigures figures = route.scrape(ref);
            assertThat(figures.outcome()).isEqualTo("ok");
            assertThat(route.notices).hasSize(1);
            route.scrape(ref);
            route.scrape(ref);
            assertThat(route.notices)
                    .extracting(Notice::reason)
                    .containsExactly("ScrapeFailed", "ScrapeRecovered");
        }
    }

    /** A service in front of several replicas: counters jump back and forth (spec weights 4.3). */
    @Test
    void tellsThatSeveralReplicasAnswerBehindOneAddress() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        FakeTarget.Answer replicas =
                (request, out) -> {
                    int replica = asked.getAndIncrement() % 2;
                    String page =
                            "vllm:kv_cache_usage_perc{model_name=\"m\"} 0.%d\n"
                                    + "vllm:e2e_request_latency_seconds_sum{model_name=\"m\"} %d\n"
                                    + "vllm:e2e_request_latency_seconds_count{model_name=\"m\"} %d\n";
                    byte[] body =
                            page.formatted(4 + replica, 1000 - 900 * replica, 500 - 450 * replica)
                                    .getBytes(UTF_8);
                    FakeTarget.send(
                            out, "200 OK\nConnection: close\nContent-Length: " + body.length, body);
                };
        try (FakeTarget server = new FakeTarget(replicas);
                ScrapeRoute route = ScrapeRoute.scrapeOnly(KEYS)) {
            RefSources ref = route.declare(SourceKind.VLLM, server.url());
            for (int i = 0; i < 8; i++) {
                route.scrape(ref);
            }

            assertThat(route.notices)
                    .singleElement()
                    .satisfies(
                            notice -> {
                                assertThat(notice.reason()).isEqualTo("MixedReplicas");
                                assertThat(notice.note())
                                        .contains("scrape the endpoint picker instead");
                            });
            assertThat(mixed(route)).isEqualTo(1);
            SourceFigures figures = route.targets.figures(ref).get(0);
            assertThat(figures.mixed()).isTrue();
            assertThat(figures.endToEnd()).as("counters are void").isNull();
            assertThat(figures.kv()).as("gauges are used as they are").isNotNull();

            route.time.advance(Duration.ofMinutes(11));
            assertThat(mixed(route)).isZero();
        }
    }

    private static double mixed(ScrapeRoute route) {
        return route.meters.get("drover.weights.source.mixed").gauge().value();
    }

    @Test
    void aUsersCopyWithOneStepMoreIsStillBounded(@TempDir Path folder) throws Exception {
        String builtIn =
                Files.readString(
                        Path.of("src/main/resources/routes/weights/weights-scrape.camel.yaml"));
        String step =
                "              - setHeader: { id: mine, name: X-Mine, constant: yes }\n"
                        + "              - toD:";
        Path copy =
                Files.writeString(
                        folder.resolve("weights-scrape.camel.yaml"),
                        builtIn.replace("              - toD:", step));
        FakeTarget.Answer endless =
                (request, out) -> {
                    out.write("HTTP/1.1 200 OK\r\n\r\n".getBytes(UTF_8));
                    while (true) {
                        out.write("other 1\n".repeat(500).getBytes(UTF_8));
                    }
                };
        Map<String, String> patient = Map.of("SCRAPE_MAX_BODY", "64KiB", "SCRAPE_TIMEOUT", "30s");
        try (FakeTarget hanging = new FakeTarget((r, out) -> new CountDownLatch(1).await());
                FakeTarget flooding = new FakeTarget(endless);
                ScrapeRoute hasty = new ScrapeRoute(KEYS, copy.toUri().toString());
                ScrapeRoute greedy = new ScrapeRoute(patient, copy.toUri().toString())) {
            assertThat(hasty.scrape(hasty.declare(SourceKind.VLLM, hanging.url())).outcome())
                    .isEqualTo("timeout");
            assertThat(greedy.scrape(greedy.declare(SourceKind.VLLM, flooding.url())).outcome())
                    .isEqualTo("body_too_large");
            assertThat(hanging.requests().get(0)).contains("X-Mine: yes");
        }
    }
}
