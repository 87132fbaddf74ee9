package dev.drover.weights.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Windows, resets, absent figures (spec weights 4.3, worked examples 12 and 13). */
class SourceStateTest {
    private static final WindowRules RULES = new WindowRules(5, Duration.ofMinutes(3));
    private static final long SECOND = 1_000_000_000L;

    private final SourceState state =
            new SourceState(SourceKind.VLLM, "http://metrics.example.com/metrics", 0);
    private long now;
    private Double process = 1.0;

    @Test
    void yieldsAnEstimateWhenEnoughWasObserved() {
        assertThat(mean(100, 50)).isNull();
        assertThat(mean(112, 56)).isEqualTo(2.0);
        assertThat(mean(3, 6)).isEqualTo(0.5); // a reset
        assertThat(mean(9, 8)).isEqualTo(0.5); // kept: two observations
        assertThat(mean(21, 14)).isEqualTo(2.25);
        assertThat(mean(21, 14)).isEqualTo(2.25); // nothing new
    }

    @Test
    void interpolatesQuantilesInsideABucket() {
        Cumulative window =
                Cumulative.of(10, 9, buckets(0.5, 2, 1, 6, 2, 10, Double.POSITIVE_INFINITY, 10));
        assertThat(window.quantile(0.5)).isEqualTo(0.875);
        assertThat(window.quantile(0.99)).isCloseTo(1.975, within(1e-12));
        assertThat(
                        Cumulative.of(8, 9, buckets(0.5, 0, 1, 0, Double.POSITIVE_INFINITY, 8))
                                .quantile(0.5))
                .isEqualTo(1);
        assertThat(Cumulative.of(0, 0, buckets(0.5, 0, Double.POSITIVE_INFINITY, 0)).quantile(0.5))
                .isNull();
        assertThat(Cumulative.of(9, 1).quantile(0.5)).isNull();
        assertThat(
                        Cumulative.of(4, 1, buckets(1, 4, 2, 3, Double.POSITIVE_INFINITY, 4))
                                .quantile(0.99))
                .isCloseTo(0.99, within(1e-12));
    }

    @Test
    void comparesOnlyBoundsOfBothPages() {
        Cumulative before = Cumulative.of(4, 4, buckets(1, 2, 3, 4, Double.POSITIVE_INFINITY, 4));
        Cumulative after = Cumulative.of(9, 9, buckets(1, 4, 2, 8, Double.POSITIVE_INFINITY, 9));
        Cumulative window = after.since(before);
        assertThat(window.atMost(1)).isEqualTo(2);
        assertThat(window.atMost(2)).isNaN();
    }

    @Test
    void dropsAWindowThatBecameTooOldWithItsEstimate() {
        mean(100, 50);
        assertThat(mean(120, 60)).isEqualTo(2.0);
        now += 200 * SECOND;
        assertThat(mean(140, 70)).isNull();
        assertThat(mean(160, 90)).isEqualTo(1.0);
    }

    @Test
    void countsFromZeroWhatTheEarlierPageDidNotHave() {
        take(Map.of());
        assertThat(mean(12, 6)).isEqualTo(2.0);
    }

    @Test
    void anotherProcessBeginsAtZeroThoughItsCountersAreHigher() {
        mean(100, 50);
        process = 2.0;
        assertThat(mean(180, 60)).isEqualTo(3.0);
    }

    @Test
    void noErrorsWhileRequestsAreCountedAndTheErrorCounterIsAbsent() {
        requests(10.0, null);
        requests(30.0, null);
        assertThat(figures().errorRate()).isZero();
        requests(50.0, 5.0);
        assertThat(figures().errorRate()).isEqualTo(0.25);
        requests(52.0, 6.0);
        assertThat(figures().errorRate()).isEqualTo(0.25);
    }

    @Test
    void twoResetsWithinSixPagesMeanSeveralReplicasForTenMinutes() {
        mean(100, 50);
        mean(10, 5);
        mean(110, 55);
        assertThat(figures().mixed()).isFalse();
        mean(11, 6);
        assertThat(figures().mixed()).isTrue();
        assertThat(figures().endToEnd()).isNull();
        now += 601 * SECOND;
        assertThat(figures().mixed()).isFalse();
    }

    @Test
    void resetsFarApartAreRestarts() {
        mean(100, 50);
        mean(10, 5);
        for (int i = 0; i < 6; i++) {
            mean(20 + i, 10 + i);
        }
        mean(1, 1);
        assertThat(figures().mixed()).isFalse();
    }

    @Test
    void aFigureThatIsAbsentLeavesTheOneBeforeToAge() {
        gauges(new Gauges(0.5, "kv", Outcome.OK, 2.0, 3.0, 2.0, null, 1, Map.of()));
        long read = now;
        gauges(new Gauges(null, null, Outcome.NOT_A_NUMBER, null, null, null, null, 0, Map.of()));
        assertThat(figures().kv()).isEqualTo(0.5);
        assertThat(figures().kvAtNanos()).hasValue(read);
        assertThat(figures().queueDepth()).isEqualTo(2.0);
        assertThat(figures().outcome()).isEqualTo("not_a_number");
        state.fail(Outcome.TIMEOUT, "too slow");
        assertThat(figures().kv()).isEqualTo(0.5);
        assertThat(figures().outcome()).isEqualTo("timeout");
        assertThat(figures().detail()).isEqualTo("too slow");
    }

    @Test
    void knowsNothingBeforeTheFirstScrape() {
        SourceFigures figures = figures();
        assertThat(figures.attempted()).isFalse();
        assertThat(figures.kv()).isNull();
        assertThat(figures.kvAtNanos()).isEmpty();
    }

    @Test
    void severalPoolsNeedAName() {
        SourceState picker =
                new SourceState(SourceKind.EPP, "http://metrics.example.com/metrics", 0);
        Gauges full = new Gauges(0.9, "kv", Outcome.OK, 1.0, 1.0, null, null, 2, Map.of());
        picker.take(new Page(true, Map.of("a", full, "b", full), Map.of(), null), 5, RULES);
        assertThat(picker.figures("m", null, 5).outcome()).isEqualTo("ambiguous_pool");
        assertThat(picker.figures("m", null, 5).kv()).isNull();
        assertThat(picker.figures("m", "b", 5).kv()).isEqualTo(0.9);
        assertThat(picker.figures("m", "c", 5).outcome()).isEqualTo("missing");
    }

    private SourceFigures figures() {
        return state.figures("m", null, now);
    }

    private Double mean(double sum, double count) {
        CumulativeSum histogram = new CumulativeSum();
        histogram.sum(sum);
        histogram.count(count);
        take(Map.of("m", Counters.of(histogram, new CumulativeSum(), null, null)));
        return figures().endToEnd() == null
                ? null
                : Double.valueOf(figures().endToEnd().meanSeconds());
    }

    private void requests(Double requests, Double errors) {
        take(Map.of("m", Counters.of(new CumulativeSum(), new CumulativeSum(), requests, errors)));
    }

    private void take(Map<String, Counters> counters) {
        now += 10 * SECOND;
        state.take(new Page(true, Map.of(), counters, process), now, RULES);
    }

    private void gauges(Gauges gauges) {
        now += 10 * SECOND;
        Counters none = Counters.of(new CumulativeSum(), new CumulativeSum(), null, null);
        state.take(new Page(true, Map.of("m", gauges), Map.of("m", none), process), now, RULES);
    }

    private static NavigableMap<Double, Double> buckets(double... pairs) {
        NavigableMap<Double, Double> buckets = new TreeMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            buckets.put(pairs[i], pairs[i + 1]);
        }
        return buckets;
    }
}
