package dev.drover.weights;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kubernetes.ObjectKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TurnsTest {
    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final List<ObjectKey> MODELS =
            IntStream.range(0, 1000).mapToObj(i -> new ObjectKey("team-a", "m" + i)).toList();

    private final Turns turns = new Turns();

    @Test
    void everyModelHasOneTurnInEachInterval() {
        Map<ObjectKey, Integer> counts = new HashMap<>();
        for (int second = 0; second < 41; second++) {
            for (ObjectKey model : at(second, MODELS)) {
                counts.merge(model, 1, Integer::sum);
            }
        }

        assertThat(counts.values()).containsOnly(4);
        assertThat(counts).hasSize(1000);
    }

    @Test
    void turnsAreSpreadOverTheInterval() {
        at(0, MODELS);

        for (int second = 1; second <= 10; second++) {
            assertThat(at(second, MODELS)).hasSizeBetween(60, 140);
        }
    }

    @Test
    void aLateTickMissesNobodyAndRepeatsNobody() {
        at(0, MODELS);

        assertThat(at(35, MODELS)).hasSize(1000);
    }

    @Test
    void aModelThatLeftAndCameBackWaitsForItsTurn() {
        List<ObjectKey> one = MODELS.subList(0, 1);
        at(0, one);
        at(1, List.of());

        assertThat(at(25, one)).isEmpty();
    }

    @Test
    void anotherIntervalBeginsAnew() {
        at(0, MODELS);

        assertThat(turns.due(MODELS, Duration.ofSeconds(5), Duration.ofSeconds(2))).isEmpty();
        assertThat(turns.due(MODELS, Duration.ofSeconds(7), Duration.ofSeconds(2))).hasSize(1000);
    }

    private List<ObjectKey> at(int second, List<ObjectKey> models) {
        return turns.due(models, Duration.ofSeconds(second), INTERVAL);
    }
}
