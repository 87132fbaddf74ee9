package dev.drover.weights.scraping;

import static dev.drover.weights.scraping.Answers.LINE;
import static dev.drover.weights.scraping.Answers.OK;
import static dev.drover.weights.scraping.Answers.PAGE;
import static dev.drover.weights.scraping.Answers.length;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.sandbox.metrics.FakeTarget;
import dev.drover.sandbox.metrics.FakeTarget.Answer;
import dev.drover.weights.metrics.Outcome;
import dev.drover.weights.metrics.SourceFigures;
import dev.drover.weights.metrics.SourceKind;
import dev.drover.weights.providers.RefSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every outcome of spec weights 5.1 as a server on the wire causes it. */
@Timeout(30)
class ScrapeOutcomesTest {
    private static final Map<String, String> KEYS =
            Map.of(
                    "SCRAPE_TIMEOUT", "400ms",
                    "SCRAPE_MAX_BODY", "64KiB",
                    "SCRAPE_MAX_LINE", "1KiB",
                    "SCRAPE_MAX_SERIES", "100",
                    "SCRAPE_MAX_IN_FLIGHT", "16");

    private static ScrapeRoute route;

    @BeforeAll
    static void start() throws Exception {
        route = ScrapeRoute.scrapeOnly(KEYS);
    }

    @AfterAll
    static void stop() {
        route.close();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("dev.drover.weights.scraping.Answers#all")
    void answers(String outcome, String because, Answer answer) throws Exception {
        try (FakeTarget server = new FakeTarget(answer)) {
            RefSources ref = route.declare(SourceKind.VLLM, server.url());
            route.enqueued.clear();

            long before = System.nanoTime();
            SourceFigures figures = route.scrape(ref);
            long tookMillis = (System.nanoTime() - before) / 1_000_000;

            assertThat(figures.outcome()).as(figures.detail()).isEqualTo(outcome);
            assertThat(figures.kv()).isEqualTo(outcome.equals("ok") ? Double.valueOf(0.42) : null);
            assertThat(figures.attempted()).isTrue();
            assertThat(tookMillis).isLessThan(3_000);
            assertThat(route.enqueued).containsExactly(ScrapeRoute.MODEL);
            assertThat(server.requests().get(0)).contains("GET /metrics HTTP/1.1");
            toldOnce(ref, outcome);
            route.targets.release(ScrapeRoute.MODEL);
        }
    }

    /** Each is counted; the third in a row is news, in the words of the page, and no other is. */
    private static void toldOnce(RefSources ref, String outcome) {
        double counted = counted(ref, outcome);
        route.notices.clear();
        SourceFigures figures = null;
        for (int scrape = 2; scrape <= 4; scrape++) {
            figures = route.scrape(ref);
        }
        assertThat(figures.outcome()).isEqualTo(outcome);
        assertThat(counted(ref, outcome) - counted).isEqualTo(3);
        if (outcome.equals("ok")) {
            assertThat(figures.detail()).isNull();
            assertThat(route.notices).isEmpty();
            return;
        }
        SourceKind kind = ref.sources().get(0).target().kind();
        assertThat(figures.detail()).isNotBlank();
        assertThat(route.notices)
                .singleElement()
                .satisfies(
                        notice -> {
                            assertThat(notice.reason()).isEqualTo("ScrapeFailed");
                            assertThat(notice.note())
                                    .startsWith(
                                            "Source %s of cluster-b fails: %s: "
                                                    .formatted(kind.label(), outcome));
                        });
    }

    @Test
    void tellsAPageOfOldSamplesFromAnEmptyOne() throws IOException {
        byte[] page = LINE.replace(" 0.42", " 0.42 1700000000000").getBytes(UTF_8);
        try (FakeTarget server = FakeTarget.answering(OK + length(page), page)) {
            SourceFigures figures = route.scrape(route.declare(SourceKind.VLLM, server.url()));
            assertThat(figures.outcome()).isEqualTo("empty");
            assertThat(figures.detail())
                    .startsWith("all 1 wanted samples of " + server.url())
                    .endsWith("or is a clock wrong?");
            route.targets.release(ScrapeRoute.MODEL);
        }
    }

    @Test
    void namesOfAnyLengthMakeShortTexts() throws IOException {
        StringBuilder page = new StringBuilder();
        for (int i = 0; i < 50; i++) {
            page.append(LINE.replace("\"m\"", "\"" + "x".repeat(500) + i + "\""));
        }
        byte[] bytes = page.toString().getBytes(UTF_8);
        try (FakeTarget server = FakeTarget.answering(OK + length(bytes), bytes)) {
            SourceFigures figures = route.scrape(route.declare(SourceKind.VLLM, server.url()));
            assertThat(figures.outcome()).isEqualTo("model_not_found");
            assertThat(figures.detail()).hasSizeLessThan(2500).contains(" and 40 more]");
        }
        String host = "x".repeat(5000);
        SourceFigures figures =
                route.scrape(route.declare(SourceKind.VLLM, "http://" + host + "/m"));
        assertThat(figures.detail()).hasSizeLessThan(500).contains("xxx");
        assertThat(figures.url()).hasSizeLessThan(250);
        route.targets.release(ScrapeRoute.MODEL);
    }

    @Test
    void theManualSaysOfEachWhatToDo() throws IOException {
        String page = Files.readString(Path.of("docs/troubleshooting.md"));
        assertThat(Outcome.values())
                .filteredOn(outcome -> outcome != Outcome.OK)
                .allMatch(outcome -> page.contains("`" + outcome.label() + "`"));
    }

    private static double counted(RefSources ref, String outcome) {
        return route.counted(
                "drover.weights.scrapes",
                "source",
                ref.sources().get(0).target().kind().label(),
                "outcome",
                outcome);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "no_ready_endpoints | llm_d_epp_average_kv_cache_utilization{name=\"p\"} 0.4;"
                        + " llm_d_epp_ready_endpoints{name=\"p\"} 0",
                "ambiguous_pool | llm_d_epp_average_kv_cache_utilization{name=\"p\"} 0.4;"
                        + " llm_d_epp_ready_endpoints{name=\"p\"} 1;"
                        + " llm_d_epp_average_kv_cache_utilization{name=\"q\"} 0.4;"
                        + " llm_d_epp_ready_endpoints{name=\"q\"} 1",
            })
    void pagesOfEndpointPickers(String outcome, String lines) throws IOException {
        byte[] page = (lines.replace("; ", "\n") + "\n").getBytes(UTF_8);
        try (FakeTarget server =
                FakeTarget.answering(OK + "\nConnection: close" + length(page), page)) {
            RefSources ref = route.declare(SourceKind.EPP, server.url());
            SourceFigures figures = route.scrape(ref);
            assertThat(figures.outcome()).isEqualTo(outcome);
            assertThat(figures.kv()).isNull();
            toldOnce(ref, outcome);
            route.targets.release(ScrapeRoute.MODEL);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "http://nosuch.invalid/metrics, dns, does not resolve",
        "http://169.254.169.254/latest, denied, denied network",
        "http://[fe80::1]/metrics, denied, denied network",
        "http://127.0.0.1:1/metrics, connect, refused",
    })
    void sendsNothing(String url, String outcome, String words) {
        SourceFigures figures = route.scrape(route.declare(SourceKind.VLLM, url));

        assertThat(figures.outcome()).as(figures.detail()).isEqualTo(outcome);
        assertThat(figures.detail()).contains(words).contains(url);
    }

    @Test
    void tellsAServerWithoutTls() throws IOException {
        try (FakeTarget server = FakeTarget.answering("400 Bad Request", new byte[0])) {
            String url = server.url().replace("http:", "https:");
            SourceFigures figures = route.scrape(route.declare(SourceKind.VLLM, url));
            assertThat(figures.outcome()).isEqualTo("tls");
        }
    }

    @Test
    void followsARedirectToTheSameOrigin() throws IOException {
        Answer answer =
                (request, out) -> {
                    boolean moved = request.startsWith("GET /metrics/ ");
                    FakeTarget.send(
                            out,
                            moved
                                    ? OK + length(PAGE)
                                    : "308 Moved\nConnection: close\nLocation: /metrics/"
                                            + length(""),
                            moved ? PAGE : new byte[0]);
                };
        try (FakeTarget server = new FakeTarget(answer)) {
            SourceFigures figures = route.scrape(route.declare(SourceKind.VLLM, server.url()));
            assertThat(figures.outcome()).isEqualTo("ok");
        }
    }

    @Test
    void asksLikePrometheusAndTellsNothingElse() throws IOException {
        try (FakeTarget server = FakeTarget.answering(OK + length(PAGE), PAGE)) {
            route.scrape(route.declare(SourceKind.VLLM, server.url() + "?a=b%20c"));
            assertThat(server.requests().get(0).lines().map(line -> line.replaceAll(":\\d+$", "")))
                    .containsExactlyInAnyOrder(
                            "GET /metrics?a=b%20c HTTP/1.1",
                            "Host: 127.0.0.1",
                            "Accept: text/plain;version=0.0.4,text/plain;q=0.9",
                            "Accept-Encoding: gzip",
                            "User-Agent: drover/development",
                            "X-Prometheus-Scrape-Timeout-Seconds: 0.4",
                            "Connection: keep-alive");
        }
    }
}
