package dev.drover.weights.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.weights.health.ProviderHealth;
import dev.drover.weights.objects.ExternalModel;
import dev.drover.weights.settings.Strategy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Strategies that compute shares from figures alone (spec 6.8). */
class StrategiesTest {
    private static final ProviderHealth UNHEALTHY = ProviderHealth.unhealthy("3 failed probes");

    @Test
    void example10ScoreWithLatencies() {
        Scene scene = of("score", Scene.written(50, 50));
        scene.read(0, figures -> figures.kv(.9).latency(4.0));
        scene.read(1, figures -> figures.kv(.3).latency(2.0));

        scene.reconcile();

        assertThat(scene.weights()).containsExactly(39, 61);
    }

    @Test
    void example10ScoreWithoutLatencies() {
        Scene scene = of("score", Scene.unwritten(50, 50)).kv(.95, .20);

        Decision decision = scene.reconcile();

        assertThat(scene.weights()).containsExactly(42, 58);
        assertThat(decision.explanation().reason()).isEqualTo("first");
    }

    @Test
    void scoreCountsALongQueueLikeAFullCache() {
        Scene scene = of("score", Scene.written(50, 50)).kv(.2, null);
        scene.read(1, figures -> figures.kv(.2).queue(5.0));

        scene.reconcile();

        // 0.4 + 0.15 + 0.24 against 0.4 + 0.15
        assertThat(scene.weights()).containsExactly(59, 41);
    }

    @Test
    void scoreKeepsTheShareOfARefThatIsNotFresh() {
        Scene scene = of("score", Scene.written(40, 30, 30)).seconds(200).kv(.9, .1);

        scene.reconcile();

        assertThat(scene.weights().get(2)).isEqualTo(30);
        assertThat(scene.weights().get(0)).isLessThan(scene.weights().get(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"score", "headroom"})
    void oneFreshRefAloneMovesNothing(String strategy) {
        Scene scene = of(strategy, Scene.written(40, 60)).seconds(200).kv(.9);

        assertThat(scene.reconcile().intents()).isEmpty();
    }

    @Test
    void headroomFollowsWhatIsFree() {
        Scene scene = of("headroom", Scene.written(50, 50)).kv(.8, .2);

        scene.reconcile();

        assertThat(scene.weights()).containsExactly(20, 80);
    }

    @Test
    void headroomCountsTheBaselineAndSmoothesWhatIsRead() {
        Scene scene = of("headroom", Scene.written(80, 20)).kv(.5, .5);
        scene.reconcile();
        assertThat(scene.weights()).containsExactly(80, 20);

        Decision next = scene.seconds(10).kv(.5, .9).decide();

        // used of the second: 0.5 + 0.393 · 0.4 = 0.657; 80 · 0.5 against 20 · 0.343
        assertThat(Scene.desired(next)).containsExactly(85, 15);
    }

    @Test
    void headroomIsRelievedByQueuesToo() {
        Scene scene = of("headroom", Scene.written(50, 50)).kv(.5);
        scene.read(1, figures -> figures.kv(.5).queue(10.0));

        scene.reconcile();

        assertThat(scene.weights()).containsExactly(56, 44);
    }

    @ParameterizedTest
    @ValueSource(strings = {"score", "headroom"})
    void anOutageIsTheSameForAll(String strategy) {
        Scene scene = of(strategy, Scene.written(50, 50)).kv(.5, .5).health(1, UNHEALTHY);
        scene.reconcile();
        assertThat(scene.weights()).containsExactly(100, 0);

        scene.seconds(10).health(1, ProviderHealth.HEALTHY).kv(.5, .5).reconcile();
        assertThat(scene.weights()).containsExactly(95, 5);
    }

    @Test
    void healthWritesNothingButZeroAndTheBaseline() {
        Scene scene = of("health", Scene.unwritten(1, 1, 1)).kv(.95, .1, .1);
        assertThat(scene.reconcile().intents()).as("load is nothing to it").isEmpty();

        scene.seconds(10).health(1, UNHEALTHY).reconcile();
        assertThat(scene.weights()).containsExactly(1, 0, 1);
        scene.seconds(20).health(1, ProviderHealth.HEALTHY).reconcile();
        assertThat(scene.weights()).as("back at once").containsExactly(1, 1, 1);
        for (int second = 30; second < 300; second += 10) {
            assertThat(scene.seconds(second).kv(.95, .1, .1).reconcile().intents()).isEmpty();
        }
    }

    @Test
    void healthWritesTheBaselineWhenAllAreDown() {
        Scene scene = of("health", Scene.unwritten(1, 1));
        scene.health(0, UNHEALTHY).reconcile();
        assertThat(scene.weights()).containsExactly(0, 1);

        Decision decision = scene.seconds(10).health(1, UNHEALTHY).reconcile();

        assertThat(scene.weights()).containsExactly(1, 1);
        assertThat(decision.condition()).isEqualTo(ModelCondition.ALL_PROVIDERS_DOWN);
    }

    @Test
    void healthTakesBackWhatAnotherStrategyMoved() {
        Scene scene = Scene.unwritten(50, 50).kv(.95, .20);
        scene.reconcile();
        assertThat(scene.weights()).containsExactly(6, 94);

        of("health", scene).seconds(10).reconcile();

        assertThat(scene.weights()).containsExactly(50, 50);
    }

    @Test
    void healthNeedsNoMetrics() {
        Scene scene = of("health", Scene.unwritten(1, 1)).seconds(500);

        assertThat(scene.decide().condition()).isEqualTo(ModelCondition.BALANCED);
    }

    @Test
    void theConfiguredStrategyCountsWithoutAnAnnotation() {
        Scene scene = Scene.unwritten(50, 50).kv(.95, .20);
        scene.strategy = Strategy.SCORE;

        scene.reconcile();

        assertThat(scene.weights()).isEqualTo(List.of(42, 58));
    }

    private static Scene of(String strategy, Scene scene) {
        return scene.annotate(ExternalModel.STRATEGY_ANNOTATION, strategy);
    }
}
