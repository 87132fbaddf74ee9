package dev.drover.weights.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The worked examples of the specification, section 11, by their numbers. */
class WorkedExamplesTest {
    private static final Offset<Double> THREE_DECIMALS = within(0.0006);

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "1: a hot cluster is relieved at once,            50/50,       .95/.20,     6/94",
        "1: 1 + 1 is scaled so that a split fits,         1/1,         .95/.20,     6/94",
        "1: 100 + 100 is scaled down,                     100/100,     .95/.20,     6/94",
        "1: the baseline counts,                          70/30,       .95/.20,     13/87",
        "1: equal headroom keeps the baseline,            80/20,       .5/.5,       80/20",
        "1: nothing is written only to be scaled,         1/1,         .5/.5,       1/1",
        "1: four refs,                                    30/30/30/10, .9/.6/.3/0,  6/26/46/22",
        "4: constant pages reach the floor in one move,   50/50,       .98/.10,     3/97",
    })
    void theFirstMove(String because, String weights, String kv, String expected) {
        Scene scene = Scene.unwritten(integers(weights)).kv(doubles(kv));

        scene.reconcile();

        assertThat(scene.weights()).isEqualTo(list(expected));
    }

    @Test
    void example1ErrorsCountLikeLoad() {
        Scene scene = Scene.unwritten(50, 50).kv(null, .3);
        scene.read(0, figures -> figures.kv(.3).errors(.5));

        scene.reconcile();

        assertThat(scene.weights()).containsExactly(22, 78);
    }

    @Test
    void example2ACloudRefIsOnlyScaled() {
        Scene scene = Scene.unwritten(1, 1, 1).cloud(2).kv(.95, .20);

        Decision decision = scene.reconcile();

        assertThat(decision.explanation().total()).isEqualTo(67);
        assertThat(scene.weights()).containsExactly(4, 63, 33);
    }

    @Test
    void example5OneLoadStepAndTheNext() {
        Scene scene = Scene.written(50, 50).kv(.8, .4);

        Decision first = scene.reconcile();
        assertThat(first.refs().get(0).load()).isEqualTo(1.0);
        assertThat(first.refs().get(1).load()).isEqualTo(0.5);
        assertWanted(scene, first, 47.441, 52.559);
        assertThat(first.explanation().shift()).isEqualTo(3);
        assertThat(scene.weights()).containsExactly(47, 53);

        Decision second = scene.seconds(10).kv(.8, .4).reconcile();
        assertWanted(scene, second, 45.212, 54.788);
        assertThat(Scene.desired(second)).containsExactly(45, 55);
        assertThat(second.explanation().shift()).isEqualTo(2);
        assertThat(second.intents()).as("a shift below the deadband").isEmpty();

        Decision third = scene.seconds(20).kv(.8, .4).reconcile();
        assertWanted(scene, third, 43.249, 56.751);
        assertThat(Scene.desired(third)).containsExactly(43, 57);
        assertThat(third.intents()).as("30 s are not over").isEmpty();

        Decision fourth = scene.seconds(30).kv(.8, .4).reconcile();
        assertWanted(scene, fourth, 41.519, 58.481);
        assertThat(scene.weights()).containsExactly(42, 58);
    }

    @Test
    void example6QueuesActAtOnceAndAreNotRemembered() {
        Scene scene = Scene.written(50, 50);
        scene.read(0, figures -> figures.kv(.6).queue(0.0));
        scene.read(1, figures -> figures.kv(.6).queue(10.0));

        Decision decision = scene.reconcile();

        assertWanted(scene, decision, 50, 50);
        assertThat(scene.weights()).containsExactly(56, 44);
    }

    @Test
    void example6LatencyCorrectsTheLoad() {
        Scene scene = Scene.written(50, 50);
        scene.read(0, figures -> figures.kv(.6).latency(4.0));
        scene.read(1, figures -> figures.kv(.6).latency(2.0));

        Decision decision = scene.reconcile();

        assertThat(decision.refs().get(0).latencyRatio()).isCloseTo(1.333, THREE_DECIMALS);
        assertThat(decision.refs().get(1).latencyRatio()).isCloseTo(0.667, THREE_DECIMALS);
        assertWanted(scene, decision, 49.205, 50.795);
        assertThat(Scene.desired(decision)).containsExactly(49, 51);
        assertThat(decision.intents()).isEmpty();
    }

    @Test
    void example6ErrorsAddLoad() {
        Scene scene = Scene.written(50, 50).kv(null, .6);
        scene.read(0, figures -> figures.kv(.6).errors(.2));

        Decision decision = scene.reconcile();

        assertWanted(scene, decision, 49.097, 50.903);
        assertThat(decision.intents()).isEmpty();
    }

    @Test
    void example7AnUnknownRefKeepsItsShare() {
        Scene scene = Scene.written(50, 30, 20);

        Decision decision = scene.seconds(200).kv(.8, .4).decide();

        assertThat(decision.refs().get(2).state()).isEqualTo(RefState.UNKNOWN);
        assertWanted(scene, decision, 47.907, 32.093, 20);
        assertThat(Scene.desired(decision)).containsExactly(48, 32, 20);
    }

    @Test
    void example7OneFreshRefAloneMovesNothing() {
        Scene scene = Scene.written(50, 30, 20);

        Decision decision = scene.seconds(200).kv(.8).decide();

        assertWanted(scene, decision, 50, 30, 20);
        assertThat(Scene.desired(decision)).containsExactly(50, 30, 20);
    }

    @Test
    void example16AnEditIsTheNewBaseline() {
        Scene scene = Scene.unwritten(50, 50).kv(.8, .1);
        scene.reconcile();
        assertThat(scene.weights()).containsExactly(18, 82);

        Decision decision = scene.edit(18, 60).seconds(1).decide();

        assertThat(decision.edit()).hasValue(Edit.of(List.of(18, 60)));
        assertThat(decision.explanation().total()).isEqualTo(78);
        assertThat(decision.refs()).extracting(RefReport::baseline).containsExactly(18, 60);
        assertThat(decision.intents()).as("an edit is not written back").isEmpty();
        assertWanted(scene, decision, 18, 60);
    }

    private static void assertWanted(Scene scene, Decision decision, double... expected) {
        List<Double> wanted = scene.wanted(decision);
        assertThat(wanted).hasSize(expected.length);
        for (int i = 0; i < expected.length; i++) {
            assertThat(wanted.get(i)).as("w of ref %d", i).isCloseTo(expected[i], THREE_DECIMALS);
        }
    }

    private static int[] integers(String slashed) {
        return Arrays.stream(slashed.split("/")).mapToInt(Integer::parseInt).toArray();
    }

    private static List<Integer> list(String slashed) {
        return Arrays.stream(integers(slashed)).boxed().toList();
    }

    private static Double[] doubles(String slashed) {
        return Arrays.stream(slashed.split("/")).map(Double::valueOf).toArray(Double[]::new);
    }
}
