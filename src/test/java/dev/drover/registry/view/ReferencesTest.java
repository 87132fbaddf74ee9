package dev.drover.registry.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.registry.api.Answer;
import dev.drover.registry.api.Failure;
import dev.drover.registry.api.LifeState;
import dev.drover.registry.api.Model;
import dev.drover.registry.api.Operation;
import dev.drover.registry.api.Reason;
import dev.drover.registry.view.References.Kind;
import dev.drover.registry.view.References.Reference;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReferencesTest {
    private static final Reference MODEL = new Reference("ml", Kind.MODEL, "1");

    private long now;
    private final References references = new References(() -> now, () -> 0.5);

    private void pass(Duration time) {
        now += time.toNanos();
    }

    private void read(LifeState state) {
        references.read(MODEL, new Answer.Found<>(new Model("1", "iris", state)));
    }

    private void refuse() {
        references.read(
                MODEL,
                new Answer.Failed<>(
                        new Failure(
                                "ml",
                                Operation.GET_MODEL,
                                Reason.FORBIDDEN,
                                "403",
                                "",
                                Optional.empty())));
    }

    @Test
    void theFirstReadsAreSpreadOverAnHourAndThenEachIsHourly() {
        assertThat(references.isDue(MODEL)).isFalse();
        pass(Duration.ofMinutes(30));
        assertThat(references.isDue(MODEL)).isTrue();

        read(LifeState.LIVE);
        pass(Duration.ofMinutes(59));
        assertThat(references.isDue(MODEL)).isFalse();
        pass(Duration.ofMinutes(1));
        assertThat(references.due()).containsExactly(MODEL);
    }

    @Test
    void nobodyIsAskedAgainAtOnceForWhatIsStillNotRead() {
        read(LifeState.LIVE);
        pass(Duration.ofHours(1));
        assertThat(references.due()).containsExactly(MODEL);

        pass(Duration.ofMinutes(4));
        assertThat(references.due()).isEmpty();
        assertThat(references.isDue(MODEL)).isTrue();
        pass(Duration.ofMinutes(1));
        assertThat(references.due()).containsExactly(MODEL);
    }

    @Test
    void whatARegistryRefusesIsTriedAgainSlowly() {
        read(LifeState.ARCHIVED);
        pass(Duration.ofHours(1));
        refuse();

        assertThat(references.isDue(MODEL)).isFalse();
        assertThat(references.archived("ml", Optional.of("1"), Optional.empty())).contains(true);
        pass(Duration.ofMinutes(5));
        assertThat(references.isDue(MODEL)).isTrue();
    }

    @Test
    void aFailureBeforeItsTimeBringsNothingForward() {
        read(LifeState.LIVE);
        pass(Duration.ofMinutes(10));
        refuse();
        pass(Duration.ofMinutes(10));

        assertThat(references.isDue(MODEL)).isFalse();
    }

    @Test
    void answersInsteadOfTheRegistryForAMinute() {
        read(LifeState.LIVE);
        pass(Duration.ofSeconds(59));
        assertThat(references.model("ml", "1")).isPresent();
        pass(Duration.ofSeconds(1));
        assertThat(references.model("ml", "1")).isEmpty();
    }
}
