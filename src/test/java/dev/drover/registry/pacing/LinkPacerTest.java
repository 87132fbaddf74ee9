package dev.drover.registry.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.registry.decision.Turn;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LinkPacerTest {
    private static final Instant OLD = Instant.parse("2026-11-30T12:00:00Z");
    private static final Instant YOUNG = OLD.plusSeconds(1);

    private final AtomicLong nanos = new AtomicLong();
    private final List<String> called = new ArrayList<>();
    private final LinkPacer<String> pacer = new LinkPacer<>(() -> 6, nanos::get, called::add);

    @Test
    void theTurnIsOnesUntilItIsUsedOrGivenBack() {
        assertThat(pacer.turn("b", OLD)).isEqualTo(Turn.NOW);
        assertThat(pacer.turn("a", OLD))
                .as("of the same second, first by name")
                .isNotEqualTo(Turn.NOW);
        assertThat(pacer.turn("b", OLD)).as("the same one asks again").isEqualTo(Turn.NOW);

        pacer.over("b");
        assertThat(pacer.turn("a", OLD)).isEqualTo(Turn.NOW);
    }

    @Test
    void oneThatWasWrittenPutsTheNextOff() {
        assertThat(pacer.turn("a", OLD)).isEqualTo(Turn.NOW);
        pacer.used("a");

        assertThat(pacer.turn("b", YOUNG).after()).contains(Duration.ofSeconds(10));
        after(Duration.ofSeconds(10));
        assertThat(pacer.turn("b", YOUNG)).isEqualTo(Turn.NOW);
    }

    @Test
    void oneThatNeverComesBackHoldsNobodyUpForLong() {
        assertThat(pacer.turn("b", YOUNG)).isEqualTo(Turn.NOW);
        after(Duration.ofSeconds(2));

        assertThat(pacer.turn("a", OLD)).isEqualTo(Turn.NOW);
    }

    @Test
    void whoeverIsFirstInLineHearsThatATurnWasGivenBack() {
        pacer.turn("a", OLD);
        pacer.turn("c", YOUNG.plusSeconds(1));
        assertThat(pacer.turn("b", YOUNG).after())
                .as("as if the one before it took its turn")
                .contains(Duration.ofSeconds(10));

        pacer.over("a");

        assertThat(called).containsExactly("b");
        assertThat(pacer.turn("b", YOUNG)).isEqualTo(Turn.NOW);
    }

    @Test
    void nobodyHearsOfOneThatLeavesTheMiddleOfTheLine() {
        pacer.turn("a", OLD);
        pacer.turn("b", YOUNG);
        pacer.turn("c", YOUNG.plusSeconds(1));

        pacer.over("b");
        pacer.over("somebody who never was in line");

        assertThat(called).isEmpty();
    }

    private void after(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
