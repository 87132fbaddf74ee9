package dev.drover.weights.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.weights.metrics.SourceFigures;
import dev.drover.weights.metrics.SourceKind;
import dev.drover.weights.settings.WeightsConfiguration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How two sources become one figure, and how old it may be. */
class RefFiguresTest {
    private static final long NOW = 10_000 * Scene.SECOND;

    @Test
    void ofTwoSourcesTheLargerFigureCounts() {
        RefFigures figures = combine(engine(0).kv(.4).queue(3.0), picker(0).kv(.7).queue(1.0));

        assertThat(figures.kv()).isEqualTo(.7);
        assertThat(figures.queueDepth()).isEqualTo(3);
    }

    @Test
    void aSourceThatWentStaleDoesNotSpeakForAFreshOne() {
        RefFigures figures = combine(engine(5).kv(.2), picker(600).kv(.9));

        assertThat(figures.kv()).isEqualTo(.2);
        assertThat(figures.ageNanos(NOW)).isEqualTo(5 * Scene.SECOND);
    }

    @Test
    void mixedReplicasKeepTheirGaugesAndLoseTheirCounters() {
        RefFigures alone = combine(engine(0).kv(.9).latency(1.0).mixed());
        RefFigures besides = combine(engine(0).kv(.9).latency(1.0).mixed(), picker(0).kv(.3));

        assertThat(alone.kv()).isEqualTo(.9);
        assertThat(alone.latencies()).isEmpty();
        assertThat(besides.kv()).isEqualTo(.3);
    }

    @Test
    void errorsComeFromTheEndpointPickerWhileTheyAreYoung() {
        assertThat(combine(engine(0).kv(.1), picker(0).kv(.1).errors(.25)).errorRate())
                .isEqualTo(.25);
        assertThat(combine(picker(180).kv(.1).errors(.25)).errorRate()).isNull();
    }

    @ParameterizedTest(name = "KV {0} is a figure: {1}")
    @CsvSource({"0, true", "1, true", "-0.0, true", "1.01, false", "-0.1, false", "NaN, false"})
    void whatIsNoRatioIsAbsent(double kv, boolean usable) {
        RefFigures figures = combine(engine(0).kv(kv));

        assertThat(figures.kv() != null).isEqualTo(usable);
        assertThat(figures.freshness(WeightsConfiguration.defaults(), NOW))
                .isEqualTo(usable ? RefFigures.Freshness.FRESH : RefFigures.Freshness.HOLD);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "read just now is fresh,                     .5,  0,   FRESH",
        "fresh to the end of stale-after,            .5,  30,  FRESH",
        "one second more is held,                    .5,  31,  HOLD",
        "held to the end of unknown-after,           .5,  180, HOLD",
        "then nothing is known,                      .5,  181, UNKNOWN",
        "never read is held while it may still come, ,    0,   HOLD",
        "never read for long is unknown,             ,    181, UNKNOWN",
    })
    void agesDecideWhatFiguresAreGoodFor(
            String because, Double kv, int age, RefFigures.Freshness expected) {
        assertThat(combine(engine(age).kv(kv)).freshness(WeightsConfiguration.defaults(), NOW))
                .isEqualTo(expected);
    }

    @Test
    void withoutASourceNothingIsKnown() {
        assertThat(combine().freshness(WeightsConfiguration.defaults(), NOW))
                .isEqualTo(RefFigures.Freshness.UNKNOWN);
    }

    /** One kind of source for all: a picker's duration holds queueing that an engine's does not. */
    @Test
    void latenciesAreComparedWithinOneKindOfSource() {
        Scene scene = Scene.written(40, 30, 30);
        for (int i = 0; i < 3; i++) {
            boolean both = i == 0;
            scene.input(
                    i,
                    new RefInputs(
                            Optional.of(Scene.provider(Scene.name(i), "remote", true)),
                            both
                                    ? List.of(
                                            engine(0).at(0).kv(.5).latency(1.0).build(),
                                            picker(0).at(0).kv(.5).latency(9.0).build())
                                    : List.of(engine(0).at(0).kv(.5).latency(1.0).build())));
        }

        Decision decision = scene.decide();

        assertThat(decision.refs()).extracting(RefReport::latencyRatio).containsOnly(1.0);
        assertThat(decision.refs().get(0).metrics().latencyMs()).isEqualTo(1000);
    }

    private static Scene.Figures engine(int ageSeconds) {
        return Scene.Figures.unread().attempted().at(NOW - ageSeconds * Scene.SECOND);
    }

    private static Scene.Figures picker(int ageSeconds) {
        return engine(ageSeconds).kind(SourceKind.EPP);
    }

    private static RefFigures combine(Scene.Figures... sources) {
        List<SourceFigures> built = Arrays.stream(sources).map(Scene.Figures::build).toList();
        return RefFigures.of(built, WeightsConfiguration.defaults(), NOW);
    }
}
