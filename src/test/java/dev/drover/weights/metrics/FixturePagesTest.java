package dev.drover.weights.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.weights.metrics.SourceFigures.Latency;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pages of every engine and endpoint picker give the figures that another reader found. */
class FixturePagesTest {
    private static final long FIRST = 1_000_000_000L;
    private static final long SECOND = Duration.ofSeconds(30).toNanos();
    private static final WindowRules RULES = new WindowRules(1, Duration.ofMinutes(3));

    static List<FixturePage> pages() {
        return FixturePage.all().stream()
                .filter(fixture -> fixture.facts().path("status").asInt() == 200)
                .toList();
    }

    static List<FixturePage> laterPages() {
        return pages().stream()
                .filter(fixture -> fixture.expected().path("delta").isObject())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void figures(FixturePage fixture) {
        JsonNode expected = fixture.expected();
        SourceState state =
                new SourceState(fixture.kind(), "http://metrics.example.com/metrics", 0);
        Page page = fixture.understood();
        state.take(page, FIRST, RULES);

        SourceFigures figures = state.figures(fixture.model(), null, FIRST);

        same("kv", figures.kv(), expected.path("kv"));
        assertThat(figures.outcome()).isEqualTo(outcome(expected));
        Gauges gauges = page.gauges().values().stream().findFirst().orElse(null);
        if (gauges != null && gauges.kv() != null) {
            assertThat(gauges.kvName().replaceAll("\\{.*", ""))
                    .isEqualTo(expected.path("kvSource").asText());
        }
        Counters counters = page.counters().get(fixture.model());
        if (fixture.kind() == SourceKind.EPP) {
            same("queue", figures.queueDepth(), expected.path("queue"));
            same("running", figures.running(), expected.path("runningAverage"));
            Cumulative requests = counters == null ? null : counters.requests();
            same(
                    "requests",
                    requests == null ? null : requests.count(),
                    expected.path("requestsTotal"));
            same(counters == null ? null : counters.endToEnd(), expected.path("duration"));
        } else {
            same("running", figures.running(), expected.path("running"));
            same("waiting", gauges == null ? null : gauges.waiting(), expected.path("waiting"));
            assertThat(gauges == null ? 0 : gauges.engines())
                    .isEqualTo(expected.path("engines").asInt());
            JsonNode steps = expected.path("iterations");
            same(
                    "progress",
                    gauges == null ? null : gauges.progress(),
                    steps.isNumber() ? steps : expected.path("generationTokens"));
            same("process start", page.processStart(), expected.path("processStart"));
            same(counters == null ? null : counters.endToEnd(), expected.path("e2e"));
        }
        same(counters == null ? null : counters.firstToken(), expected.path("ttft"));
    }

    @ParameterizedTest
    @MethodSource("laterPages")
    void windows(FixturePage fixture) {
        JsonNode delta = fixture.expected().path("delta");
        SourceState state =
                new SourceState(fixture.kind(), "http://metrics.example.com/metrics", 0);
        state.take(fixture.sibling(delta.path("previous").asText()).understood(), FIRST, RULES);
        state.take(fixture.understood(), SECOND, RULES);

        SourceFigures figures = state.figures(fixture.model(), null, SECOND);

        String duration = fixture.kind() == SourceKind.EPP ? "duration" : "e2e";
        same(figures.endToEnd(), delta.path(duration));
        same(figures.firstToken(), delta.path("ttft"));
    }

    private static String outcome(JsonNode expected) {
        if (expected.path("outcome").asText().equals("ok")) {
            return "ok";
        }
        return switch (expected.path("kvReason").asText()) {
            case "nan" -> "not_a_number";
            case "out-of-range" -> "out_of_range";
            default -> expected.path("ready").asInt(1) == 0 ? "no_ready_endpoints" : "missing";
        };
    }

    private static void same(Latency latency, JsonNode window) {
        if (window.path("count").asDouble() < RULES.minObservations()) {
            assertThat(latency).isNull();
        } else {
            same("mean", latency.meanSeconds(), window.path("mean"));
            same("p50", latency.p50Seconds(), window.path("p50"));
            same("p99", latency.p99Seconds(), window.path("p99"));
        }
    }

    private static void same(Cumulative histogram, JsonNode expected) {
        if (expected.isNull() || expected.isMissingNode()) {
            assertThat(histogram).isNull();
            return;
        }
        same("count", histogram.count(), expected.path("count"));
        same("sum", histogram.sum(), expected.path("sum"));
        for (Map.Entry<String, JsonNode> bucket : expected.path("buckets").properties()) {
            double bound = Double.parseDouble(bucket.getKey().replace("+Inf", "Infinity"));
            same(bucket.getKey(), histogram.atMost(bound), bucket.getValue());
        }
    }

    private static void same(String what, Double value, JsonNode expected) {
        if (expected.isNumber()) {
            double wanted = expected.asDouble();
            assertThat(value).as(what).isCloseTo(wanted, within(1e-9 * Math.abs(wanted)));
        } else {
            assertThat(value).as(what).isNull();
        }
    }
}
