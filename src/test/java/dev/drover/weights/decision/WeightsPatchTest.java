package dev.drover.weights.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.intents.Intent;
import dev.drover.weights.objects.ExternalModel;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The bytes that are sent: a test that is missing or a zero that a serialiser drops shows here. */
class WeightsPatchTest {
    private static final int[] DESIRED = {62, 0, 38};
    private static final String STATE = "{\"version\":1}";

    /** Worked example 18: other annotations, no state yet. */
    @Test
    void testsEveryChangedRefBeforeItWritesAny() {
        Scene scene = Scene.unwritten(40, 35, 25).annotate("team", "a");

        assertThat(patch(scene, DESIRED))
                .isEqualTo(
                        lines(
                                "[{'op':'test','path':'/spec/externalProviderRefs/0/ref/name','value':'cluster-a'},",
                                "{'op':'test','path':'/spec/externalProviderRefs/0/targetModel','value':'llama-3-70b'},",
                                "{'op':'test','path':'/spec/externalProviderRefs/0/weight','value':40},",
                                "{'op':'test','path':'/spec/externalProviderRefs/1/ref/name','value':'cluster-b'},",
                                "{'op':'test','path':'/spec/externalProviderRefs/1/targetModel','value':'llama-3-70b'},",
                                "{'op':'test','path':'/spec/externalProviderRefs/1/weight','value':35},",
                                "{'op':'test','path':'/spec/externalProviderRefs/2/ref/name','value':'cluster-c'},",
                                "{'op':'test','path':'/spec/externalProviderRefs/2/targetModel','value':'llama-3-70b'},",
                                "{'op':'test','path':'/spec/externalProviderRefs/2/weight','value':25},",
                                "{'op':'add','path':'/spec/externalProviderRefs/0/weight','value':62},",
                                "{'op':'add','path':'/spec/externalProviderRefs/1/weight','value':0},",
                                "{'op':'add','path':'/spec/externalProviderRefs/2/weight','value':38},",
                                "{'op':'add','path':'/metadata/annotations/drover.dev~1weights',"
                                        + "'value':'{\\'version\\':1}'}]"));
    }

    @Test
    void aDecisionSendsExactlyThis() {
        Scene scene = Scene.unwritten(50, 50).annotate("team", "a").kv(.95, .20);

        Intent.JsonPatch intent = (Intent.JsonPatch) scene.decide().intents().get(0);

        assertThat(intent.patch().toString())
                .endsWith(
                        lines(
                                "{'op':'add','path':'/metadata/annotations/drover.dev~1weights','value':",
                                "'{\\'version\\':1,\\'at\\':\\'2026-12-01T10:00:00Z\\',\\'reason\\':\\'first\\',\\'refs\\':[",
                                "{\\'ref\\':\\'cluster-a\\',\\'targetModel\\':\\'llama-3-70b\\',\\'baseline\\':50,\\'applied\\':6},",
                                "{\\'ref\\':\\'cluster-b\\',\\'targetModel\\':\\'llama-3-70b\\',\\'baseline\\':50,\\'applied\\':94}]}'}]"));
        assertThat(intent.account().reason()).isEqualTo("first");
        assertThat(intent.account().summary())
                .isEqualTo(
                        "Weights: cluster-a 50->6, cluster-b 50->94 reason=first shift=44"
                                + " load=1.19/0.25");
        assertThat(intent.account().notice().orElseThrow().reason()).isEqualTo("WeightsManaged");
    }

    @Test
    void refsThatKeepTheirWeightAreNotNamed() {
        Scene scene = Scene.unwritten(40, 35, 25).annotate("team", "a");

        assertThat(patch(scene, new int[] {45, 35, 20})).doesNotContain("Refs/1/");
    }

    @Test
    void anAbsentWeightIsNotTested() {
        Scene scene = Scene.unwritten(1, 1).annotate("team", "a");
        ((ObjectNode) scene.refs().get(0)).remove("weight");

        assertThat(patch(scene, new int[] {6, 94}))
                .doesNotContain(lines("'test','path':'/spec/externalProviderRefs/0/weight'"))
                .contains(lines("'add','path':'/spec/externalProviderRefs/0/weight','value':6"));
    }

    @Test
    void aNamespaceThatTheEntryGivesIsTestedAfterTheName() {
        Scene scene = Scene.unwritten(50, 50).annotate("team", "a");
        ((ObjectNode) scene.refs().get(0).get("ref")).put("namespace", "edge");

        assertThat(patch(scene, new int[] {6, 94}))
                .contains(
                        lines(
                                "'/spec/externalProviderRefs/0/ref/name','value':'cluster-a'},",
                                "{'op':'test','path':'/spec/externalProviderRefs/0/ref/namespace','value':'edge'},"));
    }

    @Test
    void theOldStateIsTestedToTheLetterBeforeAnyWrite() {
        Scene scene = Scene.unwritten(50, 50).annotate(ExternalModel.STATE_ANNOTATION, "old \"x\"");

        String patch = patch(scene, new int[] {6, 94});

        String test =
                "'test','path':'/metadata/annotations/drover.dev~1weights','value':'old \\'x\\''";
        assertThat(patch).contains(lines(test));
        assertThat(patch.indexOf(lines(test))).isLessThan(patch.indexOf("\"add\""));
    }

    @Test
    void anObjectWithoutAnnotationsGetsTheMemberUnderATestOfItsVersion() {
        assertThat(patch(Scene.unwritten(50, 50), new int[] {6, 94}))
                .contains(
                        lines(
                                "{'op':'test','path':'/metadata/resourceVersion','value':'100'},{'op':'add'"))
                .endsWith(
                        lines(
                                "{'op':'add','path':'/metadata/annotations','value':{}},",
                                "{'op':'add','path':'/metadata/annotations/drover.dev~1weights',"
                                        + "'value':'{\\'version\\':1}'}]"));
    }

    @Test
    void aConcurrentEditOfAChangedRefMakesThePatchFail() {
        for (UnaryOperator<Scene> edit :
                List.<UnaryOperator<Scene>>of(
                        scene -> scene.edit(51),
                        scene -> {
                            ((ObjectNode) scene.refs().get(0)).put("targetModel", "other");
                            return scene;
                        },
                        scene -> scene.insert(0, "cluster-x", 1))) {
            Scene scene = Scene.unwritten(50, 50).annotate("team", "a").kv(.95, .20);
            Intent intent = scene.decide().intents().get(0);
            Scene edited = edit.apply(scene);

            assertThatThrownBy(() -> edited.apply(intent)).isInstanceOf(RuntimeException.class);
        }
    }

    private static String patch(Scene scene, int[] desired) {
        return WeightsPatch.of(ExternalModel.of(scene.resource()), desired, STATE).toString();
    }

    /** Joined, with single quotes for double ones. */
    private static String lines(String... lines) {
        return String.join("", lines).replace('\'', '"');
    }
}
