package dev.drover.registry.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.registry.decision.Turn;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DeployPacerTest {
    private static final Turn NEVER = new Turn(Optional.empty());

    private final AtomicLong now = new AtomicLong();
    private final AtomicInteger rate = new AtomicInteger(2);
    private final DeployPacer pacer = new DeployPacer(rate::get, now::get);

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    private static Turn in(Duration time) {
        return new Turn(Optional.of(time));
    }

    @Test
    void aTurnCountsFromWhenItIsGiven() {
        assertThat(pacer.create("a")).isEqualTo(Turn.NOW);
        assertThat(pacer.create("a")).isEqualTo(Turn.NOW); // the same turn
        pass(Duration.ofSeconds(10));
        assertThat(pacer.delete("b")).isEqualTo(Turn.NOW);
        assertThat(pacer.patch("c", "")).isEqualTo(in(Duration.ofSeconds(50)));
        pacer.created("a");
        pacer.deleted("b");
        assertThat(pacer.create("a")).isEqualTo(in(Duration.ofSeconds(50)));
    }

    @Test
    void aTurnThatIsNotUsedIsTheNextOnes() {
        rate.set(1);
        pacer.create("a");
        assertThat(pacer.create("b")).isNotEqualTo(Turn.NOW);
        pacer.over("a");
        assertThat(pacer.create("b")).isEqualTo(Turn.NOW);
        pacer.created("b");
        pacer.over("b"); // used, so nothing to give back
        assertThat(pacer.create("c")).isNotEqualTo(Turn.NOW);
    }

    @Test
    void aTurnThatNobodyEndedIsForgottenAfterAMinute() {
        rate.set(1);
        pacer.create("a");
        pass(Duration.ofMinutes(1));
        assertThat(pacer.create("b")).isEqualTo(Turn.NOW);
        pacer.over("a");
        assertThat(pacer.create("c")).isEqualTo(in(Duration.ofMinutes(1)));
    }

    @Test
    void makesThreeOfOneRecordAnHour() {
        rate.set(60);
        for (int i = 0; i < 3; i++) {
            pacer.create("a");
            pacer.created("a");
            pass(Duration.ofMinutes(1));
        }
        assertThat(pacer.create("a")).isEqualTo(NEVER);
        assertThat(pacer.create("b")).isEqualTo(Turn.NOW);
        pass(Duration.ofMinutes(57));
        assertThat(pacer.create("a")).isEqualTo(Turn.NOW);
    }

    @Test
    void putsOneFormBackThreeTimesAnHourButTakesNewOrders() {
        rate.set(60);
        for (int i = 0; i < 3; i++) {
            pacer.patch("a", "old");
            pacer.patched("a");
        }
        assertThat(pacer.patch("a", "old")).isEqualTo(NEVER);
        assertThat(pacer.patch("a", "new")).isEqualTo(Turn.NOW);
    }
}
