package dev.drover.weights.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.intents.Intent;
import dev.drover.intents.Mode;
import dev.drover.intents.Notice;
import dev.drover.weights.objects.ExternalModel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** States and reasons of a model, and what is told about them. */
class ConditionsTest {
    @Test
    void oneRefIsSkipped() {
        Decision decision = Scene.unwritten(50).kv(.9).decide();

        assertSkipped(decision, ModelCondition.FEWER_THAN_TWO_PROVIDERS);
    }

    @Test
    void cloudRefsAloneAreSkipped() {
        Decision decision = Scene.unwritten(50, 50).cloud(0).cloud(1).decide();

        assertSkipped(decision, ModelCondition.NOTHING_TO_MANAGE);
    }

    @Test
    void whatTheMigrationOwnsIsSkipped() {
        Scene scene = Scene.unwritten(50, 50).kv(.9, .1);
        ((ObjectNode) scene.object.get("metadata"))
                .putObject("labels")
                .put("app.kubernetes.io/managed-by", "ipp-legacy-migration");

        assertSkipped(scene.decide(), ModelCondition.OWNED_BY_MIGRATION);
    }

    @Test
    void aModelThatIsBeingDeletedIsSkipped() {
        Scene scene = Scene.unwritten(50, 50).kv(.9, .1);
        ((ObjectNode) scene.object.get("metadata"))
                .put("deletionTimestamp", "2026-12-01T10:00:00Z");

        assertSkipped(scene.decide(), ModelCondition.BEING_DELETED);
    }

    @Test
    void anUnknownStrategyIsNamedAndTheConfiguredOneCounts() {
        Scene scene =
                Scene.unwritten(50, 50)
                        .annotate(ExternalModel.STRATEGY_ANNOTATION, "fastest")
                        .kv(.95, .20);

        Decision decision = scene.decide();

        assertThat(decision.intents()).hasSize(1);
        assertThat(decision.lines())
                .containsExactly(
                        new LogLine(
                                LogLine.Level.WARN,
                                "drover.dev/weights-strategy is \"fastest\": balance is used;"
                                        + " accepted: balance, headroom, score, health, none"));
    }

    @Test
    void blindnessIsToldAfterEveryRefHadItsChance() {
        Scene scene = Scene.unwritten(50, 50);

        Decision waiting = scene.decide();
        Decision blind = scene.seconds(20).decide();
        Decision again = scene.seconds(30).decide();
        Decision seeing = scene.seconds(40).kv(.5, .5).decide();

        assertThat(waiting.notices()).isEmpty();
        assertThat(waiting.nextLook()).hasValue(Duration.ofSeconds(20));
        assertThat(blind.condition()).isEqualTo(ModelCondition.NO_FRESH_METRICS);
        assertThat(blind.notices())
                .extracting(Notice::type, Notice::reason)
                .containsExactly(tuple(Notice.Type.WARNING, "NoFreshMetrics"));
        assertThat(again.notices()).isEmpty();
        assertThat(again.lines()).isEmpty();
        assertThat(seeing.condition()).isEqualTo(ModelCondition.BALANCED);
        assertThat(seeing.notices()).extracting(Notice::reason).containsExactly("Balanced");
    }

    @Test
    void aRefUnknownAndFreshAgainIsToldOnceEach() {
        Scene scene = Scene.written(40, 30, 30).kv(.5, .5, .5);
        scene.decide();

        Decision unknown = scene.seconds(181).kv(.5, .5).decide();
        Decision again = scene.seconds(190).kv(.5, .5).decide();
        Decision fresh = scene.seconds(200).kv(.5, .5, .5).decide();

        assertThat(unknown.lines())
                .containsExactly(
                        new LogLine(
                                LogLine.Level.WARN,
                                "Metrics of cluster-c unknown for 180s: weight is held"));
        assertThat(unknown.notices()).extracting(Notice::reason).containsExactly("MetricsUnknown");
        assertThat(again.notices()).isEmpty();
        assertThat(fresh.notices()).extracting(Notice::reason).containsExactly("MetricsRestored");
    }

    @Test
    void everyScrapeFailingKeepsTheWeights() {
        Scene scene = Scene.written(50, 50);
        scene.read(0, figures -> figures.kv(.9).queue(20.0));
        scene.read(1, figures -> figures.kv(.3).queue(0.0));
        scene.reconcile();
        List<Integer> weights = scene.weights();

        for (int second = 31; second < 900; second += 10) {
            Decision decision = scene.seconds(second).reconcile();
            assertThat(decision.intents()).isEmpty();
        }
        assertThat(scene.weights()).isEqualTo(weights);
    }

    @Test
    void aRefusedWriteIsTriedAgainWhenTheModelChangesAndHourly() {
        Scene scene = Scene.unwritten(50, 50).kv(.95, .20);
        assertThat(scene.decide().intents()).hasSize(1);
        scene.lastWrite =
                Optional.of(
                        new LastWrite(
                                LastWrite.Outcome.REFUSED,
                                1,
                                0,
                                "externalProviderRefs[0].path: Required value",
                                List.of("spec.externalProviderRefs[0].path")));

        Decision refused = scene.seconds(10).kv(.95, .20).decide();
        assertThat(refused.intents()).isEmpty();
        assertThat(refused.condition()).isEqualTo(ModelCondition.WRITE_REFUSED);
        assertThat(refused.nextLook()).hasValue(Duration.ofSeconds(3590));
        assertThat(refused.notices()).extracting(Notice::reason).containsExactly("WriteRefused");
        assertThat(refused.notices().get(0).note())
                .startsWith("Weights refused by the API server: externalProviderRefs[0].path");
        assertThat(scene.seconds(20).kv(.95, .20).decide().notices()).isEmpty();

        assertThat(scene.seconds(3600).kv(.95, .20).decide().intents()).as("hourly").hasSize(1);
        scene.newGeneration();
        assertThat(scene.seconds(30).kv(.95, .20).decide().intents()).as("changed").hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"0, FRESH", "30, FRESH", "31, HOLD", "180, HOLD", "181, UNKNOWN"})
    void theAgeOfItsFiguresIsTheStateOfARef(int seconds, RefState expected) {
        Scene scene = Scene.written(50, 50).kv(.5, .5);

        Decision decision = scene.seconds(seconds).kv(null, .5).decide();

        assertThat(decision.refs().get(0).state()).isEqualTo(expected);
        assertThat(decision.refs().get(1).state()).isEqualTo(RefState.FRESH);
    }

    @Test
    void pausedDecidesNothingAndResumesFromTheObject() {
        Scene scene = Scene.unwritten(50, 50).kv(.95, .20);
        scene.mode = Mode.PAUSED;

        Decision paused = scene.decide();
        assertThat(paused.condition()).isEqualTo(ModelCondition.PAUSED);
        assertThat(paused.intents()).isEmpty();
        assertThat(Scene.desired(paused)).containsExactly(50, 50);

        scene.mode = Mode.APPLY;
        Decision resumed = scene.seconds(1).reconcile();
        assertThat(scene.weights()).containsExactly(6, 94);
        assertThat(resumed.notices()).extracting(Notice::reason).containsExactly("Resumed");
    }

    @Test
    void observePublishesWhereTheWeightsWouldGoAndSaysItOnce() {
        Scene scene = Scene.written(50, 50);
        scene.mode = Mode.OBSERVE;

        Decision first = scene.kv(.8, .4).decide();
        int published = 0;
        for (int second = 10; second < 600; second += 10) {
            published += scene.seconds(second).kv(.8, .4).decide().intents().size();
        }

        assertThat(first.condition()).isEqualTo(ModelCondition.OBSERVING);
        assertThat(Scene.desired(first))
                .as("the goal of the step, at once")
                .containsExactly(33, 67);
        assertThat(first.intents())
                .extracting(intent -> intent.account().summary())
                .containsExactly(
                        "Weights would be: cluster-a 50->33, cluster-b 50->67 reason=load shift=17"
                                + " load=1.00/0.50");
        assertThat(published).as("constant figures are no news").isZero();
    }

    @Test
    void afterObservingTheFirstMoveIsStillMade() {
        Scene scene = Scene.unwritten(50, 50).kv(.95, .20);
        scene.mode = Mode.OBSERVE;
        assertThat(scene.decide().intents()).hasSize(1);
        scene.mode = Mode.APPLY;

        Decision decision = scene.seconds(1).kv(.95, .20).reconcile();

        assertThat(decision.intents())
                .extracting(i -> i.account().reason())
                .containsExactly("first");
        assertThat(scene.weights()).containsExactly(6, 94);
    }

    @Test
    void aConflictIsDecidedAnewAndNotReplayed() {
        Scene scene = Scene.unwritten(50, 50).kv(.95, .20);
        Intent stale = scene.decide().intents().get(0);
        scene.edit(70, 30);

        Decision anew = scene.decide();

        assertThat(anew.intents()).hasSize(1).doesNotContain(stale);
        assertThat(Scene.desired(anew)).containsExactly(13, 87);
    }

    private static void assertSkipped(Decision decision, ModelCondition condition) {
        assertThat(decision.condition()).isEqualTo(condition);
        assertThat(condition.skipped()).isTrue();
        assertThat(decision.intents()).isEmpty();
        assertThat(decision.nextLook()).isEmpty();
    }
}
