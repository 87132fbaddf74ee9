package dev.drover.weights;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.weights.ObjectSeries.Sample;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObjectSeriesTest {
    private static final ObjectKey LLAMA = new ObjectKey("team-a", "llama");
    private static final ObjectKey QWEN = new ObjectKey("team-a", "qwen");

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ObjectSeries series = new ObjectSeries(meters, 2);

    @Test
    void showsTheLastFigure() {
        series.show(LLAMA, List.of(weight("b", 50)));
        series.show(LLAMA, List.of(weight("b", 6)));

        assertThat(meters.get("drover.weights.weight").tag("provider", "b").gauge().value())
                .isEqualTo(6);
    }

    @Test
    void aFigureThatIsNotKnownHasNoSeries() {
        series.show(LLAMA, List.of(weight("b", 50), weight("c", null), weight("d", Double.NaN)));

        assertThat(meters.find("drover.weights.weight").gauges()).hasSize(1);
    }

    @Test
    void aFigureThatIsNotKnownAnyMoreLosesItsSeries() {
        series.show(LLAMA, List.of(weight("b", 50), weight("c", 50)));
        series.show(LLAMA, List.of(weight("b", 50), weight("c", null)));

        assertThat(meters.find("drover.weights.weight").tag("provider", "c").gauge()).isNull();
    }

    @Test
    void seriesGoWithTheirObject() {
        series.show(LLAMA, List.of(weight("b", 50)));
        series.show(QWEN, List.of(weight("q", 50)));

        series.remove(LLAMA);

        assertThat(meters.find("drover.weights.weight").gauges()).hasSize(1);
    }

    @Test
    void allSeriesGoWhenNothingIsDecidedHereAnyMore() {
        series.show(LLAMA, List.of(weight("b", 50), weight("c", 50)));

        series.clear();

        assertThat(meters.find("drover.weights.weight").gauges()).isEmpty();
        series.show(QWEN, List.of(weight("q", 1), weight("r", 1)));
        assertThat(dropped()).as("the room is free again").isZero();
    }

    @Test
    void countsWhatTheLimitLeavesOut() {
        series.show(LLAMA, List.of(weight("b", 1), weight("c", 1), weight("d", 1)));

        assertThat(meters.find("drover.weights.weight").gauges()).hasSize(2);
        assertThat(dropped()).isEqualTo(1);
    }

    @Test
    void noneAreWantedWithALimitOfZero() {
        SimpleMeterRegistry own = new SimpleMeterRegistry();

        new ObjectSeries(own, 0).show(LLAMA, List.of(weight("b", 1)));

        assertThat(own.find("drover.weights.weight").gauges()).isEmpty();
        assertThat(own.get("drover.metrics.series.dropped").counter().count()).isZero();
    }

    private double dropped() {
        return meters.get("drover.metrics.series.dropped").counter().count();
    }

    private static Sample weight(String provider, Number value) {
        return Sample.of("drover.weights.weight", Tags.of("provider", provider), value);
    }
}
