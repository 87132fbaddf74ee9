package dev.drover.weights.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.weights.objects.ExternalModel;
import dev.drover.weights.settings.Strategy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** What holds for every decision, whatever the model, the figures and the history. */
class CalculatorProperties {
    /** A model, how it came to be, and what its refs say at successive looks. */
    record History(
            List<List<RefCase>> looks, boolean written, int gap, Strategy strategy, long seed) {}

    @Provide
    Arbitrary<History> histories() {
        return Arbitraries.integers()
                .between(1, 9)
                .flatMap(
                        refs ->
                                Combinators.combine(
                                                RefCase.any()
                                                        .list()
                                                        .ofSize(refs)
                                                        .list()
                                                        .ofMinSize(1)
                                                        .ofMaxSize(6),
                                                Arbitraries.of(true, false),
                                                Arbitraries.of(1, 9, 10, 30, 200),
                                                Arbitraries.frequency(
                                                        Tuple.of(5, Strategy.BALANCE),
                                                        Tuple.of(1, Strategy.HEADROOM),
                                                        Tuple.of(1, Strategy.SCORE),
                                                        Tuple.of(1, Strategy.HEALTH)),
                                                Arbitraries.longs())
                                        .as(History::new));
    }

    /** Own zeros and ramps that an annotation brings along, one ref in five. */
    private static Scene scene(History history) {
        Scene scene = model(history);
        scene.strategy = history.strategy();
        return scene;
    }

    private static Scene model(History history) {
        int[] weights = history.looks().get(0).stream().mapToInt(RefCase::weight).toArray();
        if (!history.written()) {
            return Scene.unwritten(weights);
        }
        Scene scene = Scene.written(weights);
        Random random = new Random(history.seed());
        String state = scene.state();
        for (int i = 0; i < weights.length; i++) {
            String applied = "\"baseline\":" + weights[i] + ",\"applied\":" + weights[i] + "}";
            if (weights[i] > 0 && random.nextInt(5) == 0) {
                int at = state.indexOf(Scene.name(i));
                boolean zero = random.nextBoolean();
                String mark =
                        zero
                                ? "\"baseline\":"
                                        + weights[i]
                                        + ",\"applied\":0,\"zero\":\"stalled\",\"before\":0.3}"
                                : "\"baseline\":100,\"applied\":"
                                        + weights[i]
                                        + ",\"ramp\":2,\"before\":0.5}";
                state =
                        state.substring(0, at)
                                + state.substring(at)
                                        .replaceFirst(java.util.regex.Pattern.quote(applied), mark);
                ((com.fasterxml.jackson.databind.node.ObjectNode) scene.refs().get(i))
                        .put("weight", zero ? 0 : weights[i]);
            }
        }
        return scene.annotate(ExternalModel.STATE_ANNOTATION, state);
    }

    private static void look(Scene scene, History history, int number) {
        scene.seconds(1000 + number * history.gap());
        List<RefCase> cases = history.looks().get(number);
        for (int i = 0; i < cases.size(); i++) {
            scene.input(i, cases.get(i).inputs(Scene.name(i), scene.nanos));
        }
    }

    private static void maybeEdit(Scene scene, Random random) {
        if (random.nextInt(4) == 0) {
            int[] weights = scene.weights().stream().mapToInt(Integer::intValue).toArray();
            weights[random.nextInt(weights.length)] = random.nextInt(101);
            scene.edit(weights);
        }
    }

    @Property(tries = 2000)
    void everyWriteKeepsTheRules(@ForAll("histories") History history) {
        Scene scene = scene(history);
        Random edits = new Random(history.seed());
        for (int number = 0; number < history.looks().size(); number++) {
            look(scene, history, number);
            List<Integer> before = scene.weights();
            Decision decision = scene.reconcile();
            if (!decision.intents().isEmpty()) {
                checkWrite(before, scene.weights(), decision, history.strategy());
            } else {
                assertThat(scene.weights()).isEqualTo(before);
            }
            maybeEdit(scene, edits);
        }
    }

    private static void checkWrite(
            List<Integer> before, List<Integer> after, Decision decision, Strategy strategy) {
        if (decision.condition().skipped()) {
            return; // given back
        }
        assertThat(after).isEqualTo(Scene.desired(decision)).allMatch(w -> w >= 0 && w <= 100);
        assertThat(after).as("never all zero").anyMatch(weight -> weight > 0);
        boolean allDown = decision.condition() == ModelCondition.ALL_PROVIDERS_DOWN;
        int floor = strategy == Strategy.HEALTH ? 1 : decision.explanation().floor();
        int managed = 0;
        int eligible = 0;
        boolean anyTakesPart = false;
        for (RefReport ref : decision.refs()) {
            int i = ref.index();
            switch (ref.state()) {
                case DRAINED -> assertThat(after.get(i)).as("drained").isZero();
                case DOWN ->
                        assertThat(after.get(i))
                                .as("down")
                                .isIn(
                                        0,
                                        allDown ? ref.scaledBaseline() : 0,
                                        allDown ? ref.baseline() : 0);
                case UNMANAGED ->
                        assertThat(after.get(i))
                                .as("unmanaged")
                                .isIn(before.get(i), ref.scaledBaseline(), ref.baseline());
                case RAMP, FRESH, HOLD, UNKNOWN -> {
                    eligible++;
                    anyTakesPart |= ref.state() != RefState.RAMP;
                    assertThat(after.get(i)).as("eligible").isGreaterThanOrEqualTo(floor);
                }
            }
            managed += ref.state() == RefState.UNMANAGED ? 0 : after.get(i);
        }
        int total = decision.explanation().total();
        boolean capsAllow = total <= 100 * eligible && total >= eligible * floor;
        if (eligible == 1 || strategy == Strategy.HEALTH || !anyTakesPart) {
            return;
        }
        boolean ramping = decision.refs().stream().anyMatch(ref -> ref.state() == RefState.RAMP);
        if (capsAllow && !ramping) {
            assertThat(managed).as("managed weights add up to W").isEqualTo(total);
        } else {
            assertThat(managed).as("never more than W").isLessThanOrEqualTo(total);
        }
    }

    @Property(tries = 500)
    void theSameInputsGiveTheSameDecision(@ForAll("histories") History history) {
        Scene scene = scene(history);
        for (int number = 0; number < history.looks().size(); number++) {
            look(scene, history, number);
            Decision once = new Calculator().decide(scene.observed(), scene.memory);
            Decision again = new Calculator().decide(scene.observed(), scene.memory);
            assertThat(again).isEqualTo(once);
            scene.reconcile();
        }
    }

    @Property(tries = 1000)
    void whatWasWrittenIsNotWrittenAgain(@ForAll("histories") History history) {
        Scene scene = scene(history);
        for (int number = 0; number < history.looks().size(); number++) {
            look(scene, history, number);
            if (!scene.reconcile().intents().isEmpty()) {
                boolean known =
                        history.looks().get(number).stream()
                                .noneMatch(ref -> ref.kind() == RefCase.Kind.MISSING_PROVIDER);
                if (known) { // a new process cannot know whether such a ref was managed
                    Decision asOther =
                            new Calculator().decide(scene.observed(), ModelState.empty());
                    assertThat(asOther.intents()).as("decided by another process").isEmpty();
                }
            }
            assertThat(scene.decide().intents()).as("decided again").isEmpty();
        }
    }

    @Property(tries = 1000)
    void theOrderOfRefsDecidesTiesOnly(@ForAll("histories") History history) {
        int[] weights = history.looks().get(0).stream().mapToInt(RefCase::weight).toArray();
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < weights.length; i++) {
            order.add(i);
        }
        Collections.shuffle(order, new Random(history.seed()));
        Scene straight = history.written() ? Scene.written() : Scene.unwritten();
        Scene shuffled = history.written() ? Scene.written() : Scene.unwritten();
        straight.strategy = history.strategy();
        shuffled.strategy = straight.strategy;
        straight.seconds(1000);
        shuffled.seconds(1000);
        for (int i = 0; i < weights.length; i++) {
            add(straight, history, i, i);
            add(shuffled, history, i, order.get(i));
        }

        Decision first = straight.decide();
        Decision second = shuffled.decide();
        List<Integer> expected = Scene.desired(first);
        List<Integer> actual = Scene.desired(second);

        assertThat(actual).hasSameSizeAs(expected);
        // a tie in scaling gives another ref the larger baseline, and its share is that much larger
        Assume.that(
                expected.isEmpty() // skipped: no ref was looked at
                        || scaled(second).equals(order.stream().map(scaled(first)::get).toList()));
        for (int i = 0; i < actual.size(); i++) {
            assertThat(Math.abs(actual.get(i) - expected.get(order.get(i))))
                    .as("ref %d", i)
                    .isLessThanOrEqualTo(1);
        }
        assertThat(actual.stream().mapToInt(Integer::intValue).sum())
                .isEqualTo(expected.stream().mapToInt(Integer::intValue).sum());
    }

    private static List<Integer> scaled(Decision decision) {
        return decision.refs().stream().map(RefReport::scaledBaseline).toList();
    }

    private static void add(Scene scene, History history, int index, int original) {
        RefCase ref = history.looks().get(0).get(original);
        scene.insert(index, Scene.name(original), ref.weight());
        scene.input(index, ref.inputs(Scene.name(original), scene.nanos));
    }
}
