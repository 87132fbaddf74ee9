package dev.drover.weights.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.intents.Mode;
import dev.drover.weights.health.ProviderHealth;
import dev.drover.weights.objects.ExternalModel;
import org.junit.jupiter.api.Test;

/** Giving a model back (spec 7.4). */
class ReleaseTest {
    @Test
    void noneRestoresTheBaselineAndRemovesTheState() {
        Scene scene = Scene.unwritten(1, 1).kv(.95, .20);
        scene.reconcile();
        assertThat(scene.weights()).containsExactly(6, 94);

        Decision decision = none(scene).seconds(1).reconcile();

        assertThat(scene.weights()).as("raw, not scaled").containsExactly(1, 1);
        assertThat(scene.state()).isNull();
        assertThat(decision.condition()).isEqualTo(ModelCondition.RELEASED);
        assertThat(decision.intents())
                .extracting(intent -> intent.account().summary())
                .containsExactly("Weights: cluster-a 6->1, cluster-b 94->1 reason=restore");
        assertThat(scene.seconds(2).reconcile().intents()).isEmpty();
    }

    @Test
    void whatSomebodyElseWroteSinceStays() {
        Scene scene = Scene.unwritten(50, 30, 20).kv(.8, .2, .2);
        scene.reconcile();
        int kept = scene.weights().get(2);
        scene.edit(scene.weights().get(0), 77, kept);

        none(scene).seconds(1).reconcile();

        assertThat(scene.weights()).containsExactly(50, 77, 20);
    }

    @Test
    void aFailedRestoreIsTriedAgain() {
        Scene scene = Scene.unwritten(50, 50).kv(.95, .20);
        scene.reconcile();

        assertThat(none(scene).seconds(1).decide().intents()).hasSize(1);
        scene.seconds(2).reconcile();

        assertThat(scene.weights()).containsExactly(50, 50);
    }

    @Test
    void afterwardsItIsANewModel() {
        Scene scene = Scene.unwritten(50, 50).kv(.95, .20);
        scene.reconcile();
        none(scene).seconds(1).reconcile();
        scene.seconds(2).reconcile();

        scene.withoutAnnotation(ExternalModel.STRATEGY_ANNOTATION);
        Decision decision = scene.seconds(3).kv(.95, .20).reconcile();

        assertThat(decision.explanation().reason()).isEqualTo("first");
    }

    @Test
    void aSingleRemainingRefAtOwnZeroDoesNotStayThere() {
        Scene scene = Scene.written(50, 50).kv(.5, .5);
        scene.health(0, ProviderHealth.unhealthy("dead")).reconcile();
        assertThat(scene.weights()).containsExactly(0, 100);
        scene.refs().remove(1);
        scene.inputs.remove(1);

        scene.seconds(1).reconcile();

        assertThat(scene.weights()).containsExactly(50);
        assertThat(scene.state()).isNull();
    }

    @Test
    void withNothingLeftToManageTheModelIsGivenBack() {
        Scene scene = Scene.unwritten(50, 50).kv(.95, .20);
        scene.reconcile();

        Decision decision = scene.cloud(0).cloud(1).seconds(1).reconcile();

        assertThat(decision.condition()).isEqualTo(ModelCondition.NOTHING_TO_MANAGE);
        assertThat(scene.weights()).containsExactly(50, 50);
    }

    @Test
    void pausedGivesNothingBack() {
        Scene scene = Scene.unwritten(50, 50).kv(.95, .20);
        scene.reconcile();
        scene.mode = Mode.PAUSED;

        assertThat(none(scene).seconds(1).reconcile().intents()).isEmpty();
    }

    @Test
    void observeSaysOnceWhatWouldBeGivenBack() {
        Scene scene = Scene.unwritten(50, 50).kv(.95, .20);
        scene.reconcile();
        scene.mode = Mode.OBSERVE;

        assertThat(none(scene).seconds(1).decide().intents())
                .extracting(intent -> intent.account().summary())
                .containsExactly(
                        "Weights would be: cluster-a 6->50, cluster-b 94->50 reason=restore");
        assertThat(scene.seconds(2).decide().intents()).isEmpty();
    }

    @Test
    void aModelThatWasNeverWrittenHasNothingToGiveBack() {
        Decision decision = none(Scene.unwritten(50, 50)).kv(.95, .20).decide();

        assertThat(decision.intents()).isEmpty();
        assertThat(decision.condition()).isEqualTo(ModelCondition.RELEASED);
    }

    @Test
    void theMigrationsModelsAreNotGivenBack() {
        Scene scene = Scene.unwritten(50, 50).kv(.95, .20);
        scene.reconcile();
        ((com.fasterxml.jackson.databind.node.ObjectNode) scene.object.get("metadata"))
                .putObject("labels")
                .put("app.kubernetes.io/managed-by", "ipp-legacy-migration");

        assertThat(scene.seconds(1).decide().intents()).isEmpty();
    }

    private static Scene none(Scene scene) {
        return scene.annotate(ExternalModel.STRATEGY_ANNOTATION, "none");
    }
}
