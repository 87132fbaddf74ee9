package dev.drover.weights.scraping;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.drover.sandbox.metrics.FakeTarget;
import dev.drover.sandbox.metrics.FakeTarget.Answer;
import dev.drover.weights.metrics.Outcome;
import dev.drover.weights.metrics.SourceFigures;
import dev.drover.weights.metrics.SourceKind;
import dev.drover.weights.providers.RefSources;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every outcome of spec weights 5.1 as a server on the wire causes it. */
@Timeout(30)
class ScrapeOutcomesTest {
    private static final String LINE = "vllm:kv_cache_usage_perc{model_name=\"m\"} 0.42\n";
    private static final byte[] PAGE = (LINE + "process_start_time_seconds 5\n").getBytes(UTF_8);
    private static final byte[] ZIPPED = FakeTarget.gzip(PAGE);
    private static final String OK = "200 OK\nContent-Type: text/plain; version=0.0.4";
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

    static Stream<Arguments> answers() {
        return Stream.of(
                page("ok", "length announced", OK + length(PAGE), PAGE),
                page("ok", "ended by close after a line feed", OK, PAGE),
                page("ok", "no content type", "200 OK" + length(PAGE), PAGE),
                page(
                        "ok",
                        "OpenMetrics",
                        "200 OK\nContent-Type: application/openmetrics-text" + length(PAGE),
                        PAGE),
                page("ok", "chunks", OK + "\nTransfer-Encoding: chunked", chunked(PAGE, true)),
                page(
                        "ok",
                        "last line framed by its length",
                        OK + length(LINE.strip()),
                        LINE.strip().getBytes(UTF_8)),
                page("ok", "gzip", OK + "\nContent-Encoding: gzip", ZIPPED),
                arguments("ok", "gzip in two members, the second one late", twoMembers()),
                page("unauthorized", "401", "401 Unauthorized" + length(""), new byte[0]),
                page("forbidden", "403", "403 Forbidden" + length(""), new byte[0]),
                page("not_found", "404", "404 Not Found" + length(""), new byte[0]),
                page(
                        "http_status",
                        "503 with a good page",
                        "503 Busy\nContent-Type: text/plain" + length(PAGE),
                        PAGE),
                page("http_status", "204 without body", "204 No Content", new byte[0]),
                page(
                        "redirect",
                        "to another host",
                        "302 Found\nLocation: http://127.0.0.2/metrics" + length(""),
                        new byte[0]),
                page(
                        "redirect",
                        "loop",
                        "302 Found\nConnection: close\nLocation: /metrics" + length(""),
                        new byte[0]),
                page(
                        "content_type",
                        "HTML with a good line",
                        "200 OK\nContent-Type: text/html" + length(PAGE),
                        PAGE),
                page(
                        "encoding",
                        "unknown coding",
                        OK + "\nContent-Encoding: br" + length(PAGE),
                        PAGE),
                page(
                        "encoding",
                        "gzip with a wrong sum",
                        OK + "\nContent-Encoding: gzip",
                        damaged(ZIPPED)),
                page("encoding", "gzip that is none", OK + "\nContent-Encoding: gzip", PAGE),
                page("truncated", "fewer bytes than announced", OK + "\nContent-Length: 500", PAGE),
                page(
                        "truncated",
                        "chunks without end",
                        OK + "\nTransfer-Encoding: chunked",
                        chunked(PAGE, false)),
                page(
                        "truncated",
                        "ended by close within a line",
                        OK,
                        LINE.substring(0, 40).getBytes(UTF_8)),
                page(
                        "truncated",
                        "gzip that ends early",
                        OK + "\nContent-Encoding: gzip",
                        Arrays.copyOf(ZIPPED, 30)),
                page(
                        "line_too_long",
                        "wanted line",
                        OK,
                        ("vllm:kv_cache_usage_perc{a=\"" + "x".repeat(2000) + "\"} 1\n")
                                .getBytes(UTF_8)),
                page("too_many_series", "wanted series", OK, series(101)),
                page(
                        "parse",
                        "broken wanted line",
                        OK + length("vllm:kv_cache_usage_perc{model_name='m'} 0.4\n"),
                        "vllm:kv_cache_usage_perc{model_name='m'} 0.4\n".getBytes(UTF_8)),
                page(
                        "empty",
                        "HTML with text/plain",
                        OK + length("<html>\n"),
                        "<html>\n".getBytes(UTF_8)),
                page(
                        "empty",
                        "process start only",
                        OK + length("process_start_time_seconds 5\n"),
                        "process_start_time_seconds 5\n".getBytes(UTF_8)),
                page(
                        "missing",
                        "no KV-cache use",
                        OK,
                        "vllm:num_requests_running{model_name=\"m\"} 1\n".getBytes(UTF_8)),
                page("out_of_range", "percent", OK, LINE.replace("0.42", "95").getBytes(UTF_8)),
                page("not_a_number", "NaN", OK, LINE.replace("0.42", "NaN").getBytes(UTF_8)),
                page(
                        "model_not_found",
                        "two others",
                        OK,
                        (LINE.replace("\"m\"", "\"x\"") + LINE.replace("\"m\"", "\"y\""))
                                .getBytes(UTF_8)),
                arguments(
                        "connect",
                        "not HTTP",
                        (Answer) (r, out) -> out.write("SSH-2.0-OpenSSH_9.6\r\n".getBytes(UTF_8))),
                arguments("connect", "closed without a word", (Answer) (r, out) -> {}),
                arguments(
                        "connect",
                        "a header that never ends",
                        (Answer)
                                (r, out) ->
                                        endless(out, "HTTP/1.1 200 OK\r\nX: ", "x".repeat(1000))),
                arguments(
                        "body_too_large",
                        "sends for ever",
                        (Answer)
                                (r, out) ->
                                        endless(
                                                out,
                                                "HTTP/1.1 200 OK\r\n\r\n",
                                                "other 1\n".repeat(1000))),
                arguments(
                        "unauthorized",
                        "401 that never ends",
                        (Answer)
                                (r, out) ->
                                        endless(out, "HTTP/1.1 401 No\r\n\r\n", "no".repeat(1000))),
                arguments("timeout", "never answers", (Answer) (r, out) -> hang()),
                arguments(
                        "timeout",
                        "silent within the body",
                        (Answer)
                                (r, out) -> {
                                    FakeTarget.send(out, OK + "\nContent-Length: 500", PAGE);
                                    hang();
                                }),
                arguments(
                        "timeout",
                        "drips in the headers",
                        (Answer) (r, out) -> drip(out, "HTTP/1.1 200 OK\r\nX: ")),
                arguments(
                        "timeout",
                        "drips in the body",
                        (Answer) (r, out) -> drip(out, "HTTP/1.1 200 OK\r\n\r\n")));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource
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

    private static Arguments page(String outcome, String because, String head, byte[] body) {
        return arguments(
                outcome,
                because,
                (Answer) (request, out) -> FakeTarget.send(out, closing(head), body));
    }

    /** The double closes each connection; without a word of it the next request might be lost. */
    private static String closing(String head) {
        return head.contains("Connection: ") ? head : head + "\nConnection: close";
    }

    private static String length(byte[] body) {
        return "\nContent-Length: " + body.length;
    }

    private static String length(String body) {
        return length(body.getBytes(UTF_8));
    }

    private static byte[] chunked(byte[] body, boolean ended) {
        String text = Integer.toHexString(body.length) + "\r\n" + new String(body, UTF_8) + "\r\n";
        return (text + (ended ? "0\r\n\r\n" : "")).getBytes(UTF_8);
    }

    private static byte[] damaged(byte[] gzip) {
        byte[] copy = gzip.clone();
        copy[copy.length - 8] ^= 1;
        return copy;
    }

    private static byte[] series(int count) {
        StringBuilder page = new StringBuilder();
        for (int i = 0; i < count; i++) {
            page.append("vllm:kv_cache_usage_perc{model_name=\"m").append(i).append("\"} 0.1\n");
        }
        return page.toString().getBytes(UTF_8);
    }

    private static Answer twoMembers() {
        return (request, out) -> {
            FakeTarget.send(
                    out,
                    OK + "\nContent-Encoding: gzip",
                    FakeTarget.gzip("other 1\n".getBytes(UTF_8)));
            Thread.sleep(20); // nothing is available where the first member ends
            out.write(FakeTarget.gzip(PAGE));
        };
    }

    private static void endless(OutputStream out, String head, String more) throws IOException {
        out.write(head.getBytes(UTF_8));
        while (true) {
            out.write(more.getBytes(UTF_8));
        }
    }

    private static void drip(OutputStream out, String head) throws Exception {
        out.write(head.getBytes(UTF_8));
        while (true) {
            out.write('x');
            Thread.sleep(50);
        }
    }

    private static void hang() throws InterruptedException {
        new CountDownLatch(1).await();
    }
}
