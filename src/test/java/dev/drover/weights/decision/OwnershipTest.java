package dev.drover.weights.decision;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.intents.Mode;
import dev.drover.weights.health.ProviderHealth;
import dev.drover.weights.objects.ExternalModel;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who wrote the weights, and what follows from it. */
class OwnershipTest {
    @Test
    void anEditIsReportedOnceAndSteppedFrom() {
        Scene scene = Scene.written(50, 50).kv(.8, .4);
        scene.reconcile();

        Decision edited = scene.edit(70, 30).seconds(1).decide();
        Decision later = scene.seconds(2).decide();

        assertThat(edited.edit().orElseThrow().line("kubectl-edit"))
                .isEqualTo("Weights edited by kubectl-edit: 70/30, taken as baseline");
        assertThat(later.edit()).isEmpty();
        assertThat(later.refs()).extracting(RefReport::baseline).containsExactly(70, 30);
    }

    @Test
    void anEditCausesNoFirstMove() {
        Scene scene = Scene.written(50, 50).kv(.95, .20);
        scene.reconcile();

        Decision decision = scene.edit(50, 50).seconds(40).kv(.95, .20).reconcile();

        assertThat(decision.explanation().reason()).isNotEqualTo("first");
        assertThat(scene.weights().get(0)).isGreaterThan(30);
    }

    @Test
    void anotherOrderIsNoEdit() {
        Scene scene = Scene.written(70, 30).kv(.5, .5);
        scene.reconcile();
        JsonNode first = scene.refs().remove(0);
        scene.refs().add(first);
        scene.inputs = List.of(scene.inputs.get(1), scene.inputs.get(0));

        Decision decision = scene.seconds(1).decide();

        assertThat(decision.edit()).isEmpty();
        assertThat(decision.refs()).extracting(RefReport::baseline).containsExactly(30, 70);
    }

    @Test
    void theSameProviderTwiceIsToldApartByItsPlaceAmongItsEqual() {
        Scene scene = Scene.written(60, 40);
        scene.insert(1, "cluster-a", 20);

        Decision decision = scene.decide();

        assertThat(decision.edit()).as("a ref was added").isPresent();
        assertThat(decision.refs()).extracting(RefReport::baseline).containsExactly(60, 20, 40);
    }

    @Test
    void aRemovedRefIsAnEdit() {
        Scene scene = Scene.written(50, 30, 20);
        scene.refs().remove(1);
        scene.inputs.remove(1);

        assertThat(scene.decide().edit()).hasValue(Edit.of(List.of(50, 20)));
    }

    @Test
    void aZeroOfSomebodyElseIsNeverRaised() {
        Scene scene = Scene.written(50, 30, 20).kv(.5, .5, .5);
        scene.reconcile();
        scene.edit(0, 30, 20);

        for (int second = 10; second < 400; second += 10) {
            scene.seconds(second).kv(.1, .95, .1);
            scene.reconcile();
            assertThat(scene.weights().get(0)).isZero();
        }
        assertThat(scene.weights().get(2)).isGreaterThan(scene.weights().get(1));
    }

    @Test
    void aRefRaisedFromZeroTakesPartAtOnce() {
        Scene scene = Scene.written(0, 50, 50).kv(.5, .5, .5);
        scene.reconcile();
        Decision decision = scene.edit(30, 50, 50).seconds(10).kv(.5, .5, .5).decide();

        assertThat(decision.refs().get(0).state()).isEqualTo(RefState.FRESH);
        assertThat(decision.refs().get(0).laggedShare())
                .as("not held down by the share of its time at 0")
                .isEqualTo(30 / 130.0);
    }

    /** Worked example 16: own zeros that an edit leaves alone keep their baseline. */
    @Test
    void anOwnZeroSurvivesAnEditOfTheOthers() {
        Scene scene = ownZero();

        Decision decision = scene.edit(0, 80).decide();

        assertThat(decision.refs()).extracting(RefReport::baseline).containsExactly(50, 80);
        assertThat(decision.refs().get(0).state()).isEqualTo(RefState.DOWN);
    }

    @Test
    void anOwnZeroAndItsEntrySurviveAWrite() {
        Scene scene =
                Scene.unwritten(62, 0, 38)
                        .annotate(
                                ExternalModel.STATE_ANNOTATION,
                                ("{'version':1,'at':'2026-11-30T10:00:00Z','reason':'state','refs':["
                                                + "{'ref':'cluster-a','targetModel':'llama-3-70b','baseline':40,'applied':62},"
                                                + "{'ref':'cluster-b','targetModel':'llama-3-70b','baseline':35,'applied':0,"
                                                + "'zero':'unhealthy','before':0.35},"
                                                + "{'ref':'cluster-c','targetModel':'llama-3-70b','baseline':25,'applied':38}]}")
                                        .replace('\'', '"'))
                        .health(1, ProviderHealth.UNKNOWN)
                        .kv(.9, .1, .3);

        Decision decision = scene.reconcile();

        assertThat(decision.intents()).isNotEmpty();
        assertThat(scene.weights()).element(1).isEqualTo(0);
        assertThat(scene.weights().stream().mapToInt(Integer::intValue).sum()).isEqualTo(100);
        assertThat(scene.state())
                .contains("\"baseline\":35,\"applied\":0,\"zero\":\"unhealthy\",\"before\":0.35}");
        assertThat(decision.condition()).isEqualTo(ModelCondition.PROVIDER_DOWN);
    }

    @Test
    void memoryReplacesAnAnnotationThatWasLost() {
        Scene scene = Scene.unwritten(50, 50).kv(.8, .1);
        scene.reconcile();
        scene.decide();
        scene.withoutAnnotation(ExternalModel.STATE_ANNOTATION);

        Decision decision = scene.seconds(1).decide();

        assertThat(decision.edit()).isEmpty();
        assertThat(decision.refs()).extracting(RefReport::baseline).containsExactly(50, 50);
    }

    @Test
    void memoryReplacesAnUnreadableAnnotationAndSaysSoOnce() {
        Scene scene = Scene.unwritten(50, 50).kv(.8, .1);
        scene.reconcile();
        scene.decide();
        scene.annotate(ExternalModel.STATE_ANNOTATION, "{\"version\":2}");

        Decision decision = scene.seconds(1).decide();
        Decision later = scene.seconds(2).decide();

        assertThat(decision.notices()).extracting("reason").containsExactly("StateUnreadable");
        assertThat(decision.refs()).extracting(RefReport::baseline).containsExactly(50, 50);
        assertThat(later.notices()).isEmpty();
        assertThat(later.lines()).isEmpty();
    }

    @Test
    void aModelThatComesBackUnderItsNameIsAnother() {
        Scene scene = Scene.unwritten(50, 50).kv(.8, .1);
        scene.reconcile();
        scene.decide();
        scene.withoutAnnotation(ExternalModel.STATE_ANNOTATION);
        ((ObjectNode) scene.object.get("metadata")).put("uid", "uid-2");

        Decision decision = scene.seconds(1).decide();

        assertThat(decision.refs()).extracting(RefReport::baseline).containsExactly(18, 82);
    }

    /** The way to drain a ref that is at own zero. */
    @Test
    void pausingAndRemovingTheAnnotationForgetsOwnZeros() {
        Scene scene = ownZero();
        scene.decide();
        scene.mode = Mode.PAUSED;
        scene.withoutAnnotation(ExternalModel.STATE_ANNOTATION).seconds(1).decide();
        scene.mode = Mode.APPLY;

        Decision decision = scene.seconds(2).decide();

        assertThat(decision.refs().get(0).state()).isEqualTo(RefState.DRAINED);
    }

    private static Scene ownZero() {
        return Scene.unwritten(0, 100)
                .annotate(
                        ExternalModel.STATE_ANNOTATION,
                        ("{'version':1,'at':'2026-11-30T10:00:00Z','reason':'state','refs':["
                                        + "{'ref':'cluster-a','targetModel':'llama-3-70b','baseline':50,'applied':0,"
                                        + "'zero':'unhealthy','before':0.5},"
                                        + "{'ref':'cluster-b','targetModel':'llama-3-70b','baseline':50,'applied':100}]}")
                                .replace('\'', '"'))
                .health(0, ProviderHealth.UNKNOWN);
    }
}
