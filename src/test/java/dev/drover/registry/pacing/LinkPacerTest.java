package dev.drover.registry.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.registry.decision.Turn;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LinkPacerTest {
    private static final Instant OLD = Instant.parse("2026-11-30T12:00:00Z");
    private static final Instant YOUNG = OLD.plusSeconds(1);

    private final AtomicLong nanos = new AtomicLong();
    private final LinkPacer pacer = new LinkPacer(() -> 6, nanos::get);

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

    private void after(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
