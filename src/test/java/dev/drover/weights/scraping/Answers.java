package dev.drover.weights.scraping;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.drover.sandbox.metrics.FakeTarget;
import dev.drover.sandbox.metrics.FakeTarget.Answer;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What servers answer, good and bad, each with the outcome of its scrape (spec weights 5.1). */
final class Answers {
    static final String LINE = "vllm:kv_cache_usage_perc{model_name=\"m\"} 0.42\n";
    static final byte[] PAGE = (LINE + "process_start_time_seconds 5\n").getBytes(UTF_8);
    static final byte[] ZIPPED = FakeTarget.gzip(PAGE);
    static final String OK = "200 OK\nContent-Type: text/plain; version=0.0.4";

    private Answers() {}

    static Stream<Arguments> all() {
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

    static String length(byte[] body) {
        return "\nContent-Length: " + body.length;
    }

    static String length(String body) {
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
