package dev.drover.weights.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Engines that answer scrapes and do nothing (spec weights 4.5, worked example 14). */
class StallTest {
    private static final WindowRules RULES = new WindowRules(1, Duration.ofMinutes(3));
    private static final long SECOND = 1_000_000_000L;

    /** Each page is work@progress; the verdict after the last one counts. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "example 14 three pages are not enough,          3@1000 3@1000 3@1000,              "
                + " UNKNOWN",
        "example 14 the fourth is,                       3@1000 3@1000 3@1000 3@1000,       "
                + " STALLED",
        "example 14 and progress ends it,                3@9 3@9 3@9 3@9 3@10,               MOVES",
        "one page with work says nothing,                3@9,                               "
                + " UNKNOWN",
        "one page without work is at rest,               0@9,                                MOVES",
        "work that moves on,                             3@9 3@10 3@11 3@12,                 MOVES",
        "a page without work between starts anew,        3@9 3@9 3@9 0@9 3@9 3@9,            MOVES",
        "one page without work does not end it,          3@9 3@9 3@9 3@9 0@9,               "
                + " STALLED",
        "two in a row do,                                3@9 3@9 3@9 3@9 0@9 0@9,            MOVES",
        "two that are not in a row do not,               3@9 3@9 3@9 3@9 0@9 3@9 0@9,       "
                + " STALLED",
        "a reset is progress,                            3@9 3@9 3@9 3@9 3@0,                MOVES",
        "without a progress counter it cannot be told,   3@- 3@- 3@- 3@- 3@-,                MOVES",
        "at rest for long,                               0@9 0@9 0@9 0@9 0@9,                MOVES",
        "work comes to an engine that never moved,       0@9 3@9 3@9,                        MOVES",
    })
    void judgesByThePages(String because, String pages, Stall.Verdict expected) {
        SourceState state =
                new SourceState(SourceKind.VLLM, "http://metrics.example.com/metrics", 0);
        int number = 0;
        for (String page : pages.split(" ", -1)) {
            take(state, Map.of("", work(page, .5)), number++, 1.0);
        }

        assertThat(figures(state, number).stall().verdict()).isEqualTo(expected);
    }

    @Test
    void anotherProcessIsNoStall() {
        SourceState state =
                new SourceState(SourceKind.VLLM, "http://metrics.example.com/metrics", 0);
        for (int page = 0; page < 4; page++) {
            take(state, Map.of("", work("3@0", .5)), page, page == 3 ? 2.0 : 1.0);
        }

        assertThat(figures(state, 4).stall().verdict()).isNotEqualTo(Stall.Verdict.STALLED);
    }

    @Test
    void aRefStallsWhenEveryEngineWithWorkDoes() {
        SourceState state =
                new SourceState(SourceKind.VLLM, "http://metrics.example.com/metrics", 0);
        for (int page = 0; page < 4; page++) {
            take(state, Map.of("0", work("2@7", .5), "1", work("0@7", 0)), page, 1.0);
        }

        assertThat(figures(state, 4).stall())
                .isEqualTo(new Stall(Stall.Verdict.STALLED, List.of("0")));
    }

    @Test
    void oneOfSeveralCountsAsFull() {
        SourceState state =
                new SourceState(SourceKind.VLLM, "http://metrics.example.com/metrics", 0);
        for (int page = 0; page < 4; page++) {
            take(state, Map.of("0", work("2@" + page, .4), "1", work("2@7", 0)), page, 1.0);
        }

        SourceFigures figures = figures(state, 4);
        assertThat(figures.stall()).isEqualTo(new Stall(Stall.Verdict.MOVES, List.of("1")));
        assertThat(figures.kv()).isEqualTo(.7);
    }

    @Test
    void severalReplicasBehindOneAddressAreNeverStalled() {
        SourceState state =
                new SourceState(SourceKind.VLLM, "http://metrics.example.com/metrics", 0);
        for (int page = 0; page < 10; page++) {
            take(state, Map.of("", work("3@5", .5)), page, page < 6 ? page % 2 : 1.0);
        }

        assertThat(figures(state, 10).mixed()).isTrue();
        assertThat(figures(state, 10).stall()).isEqualTo(Stall.NONE);
    }

    @ParameterizedTest
    @CsvSource({
        "vllm032-dp2-stall-all, STALLED",
        "vllm085v0-stall,       STALLED",
        "vllm032-dp2-busy,      MOVES",
        "vllm085v0-busy,        MOVES",
        "vllm032-idle,          MOVES",
    })
    void realPages(String name, Stall.Verdict expected) {
        List<FixturePage> pages =
                FixturePage.all().stream()
                        .filter(page -> page.name().matches(name + "(-t[01])?"))
                        .toList();
        org.junit.jupiter.api.Assumptions.assumeFalse(
                pages.isEmpty(), "the shared fixtures are not mounted");
        SourceState state =
                new SourceState(SourceKind.VLLM, "http://metrics.example.com/metrics", 0);
        for (int scrape = 0; scrape < 4; scrape++) {
            FixturePage page = pages.get(Math.min(scrape / 2, pages.size() - 1));
            state.take(page.understood(), scrape * 10L * SECOND, RULES);
        }

        SourceFigures figures = state.figures(pages.get(0).model(), null, 40 * SECOND);

        assertThat(figures.stall().verdict()).isEqualTo(expected);
    }

    private static EngineWork work(String page, double kv) {
        String[] parts = page.split("@", -1);
        return new EngineWork(
                kv,
                Double.parseDouble(parts[0]),
                parts[1].equals("-") ? null : Double.valueOf(parts[1]));
    }

    private static void take(
            SourceState state, Map<String, EngineWork> engines, int number, Double process) {
        double kv = engines.values().stream().mapToDouble(EngineWork::kv).average().orElse(0);
        Gauges gauges =
                new Gauges(kv, "kv", Outcome.OK, 0.0, 0.0, 0.0, 0.0, engines.size(), engines);
        Map<String, Counters> counters = new HashMap<>();
        counters.put("m", Counters.of(new CumulativeSum(), new CumulativeSum(), null, null));
        state.take(
                new Page(true, Map.of("m", gauges), counters, process),
                number * 10L * SECOND,
                RULES);
    }

    private static SourceFigures figures(SourceState state, int number) {
        return state.figures("m", null, number * 10L * SECOND);
    }
}
