package dev.drover.weights.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.intents.Notice;
import dev.drover.weights.health.ProviderHealth;
import dev.drover.weights.metrics.Stall;
import dev.drover.weights.objects.ExternalModel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What happens to refs that must not get traffic, and how they come back (spec 6.6, 6.7). */
class OutageTest {
    private static final ProviderHealth UNHEALTHY =
            ProviderHealth.unhealthy(
                    "3 failed probes of cluster-b.example.com:443, last: connection refused");
    private static final Stall STALLED = new Stall(Stall.Verdict.STALLED, List.of(""));

    @Test
    void example8DownAndBack() {
        Scene scene = healthy(40, 35, 25);
        scene.kv(.5, .5, .5).reconcile();

        Decision down = at(scene, 10, UNHEALTHY);
        assertThat(scene.weights()).containsExactly(62, 0, 38);
        assertThat(scene.state())
                .contains("\"baseline\":35,\"applied\":0,\"zero\":\"unhealthy\",\"before\":0.35}");
        assertThat(down.condition()).isEqualTo(ModelCondition.PROVIDER_DOWN);
        assertThat(texts(down))
                .containsExactly(
                        "Provider down: cluster-b unhealthy: 3 failed probes of"
                                + " cluster-b.example.com:443, last: connection refused");
        assertThat(reasons(down)).containsExactly("ProviderDown");
        assertThat(at(scene, 20, UNHEALTHY).intents()).as("it is down, and known to be").isEmpty();

        Decision back = at(scene, 30, ProviderHealth.HEALTHY);
        assertThat(scene.weights()).containsExactly(59, 4, 37);
        assertThat(texts(back)).containsExactly("Provider back: cluster-b, ramping to 35 %");
        assertThat(reasons(back)).containsExactly("ProviderBack");
        assertThat(scene.state()).contains("\"applied\":4,\"before\":0.35,\"ramp\":0}");
        int[][] stages = {{57, 7, 36}, {53, 14, 33}, {49, 21, 30}, {44, 28, 28}, {40, 35, 25}};
        for (int stage = 0; stage < stages.length; stage++) {
            Decision next = at(scene, 40 + 10 * stage, ProviderHealth.HEALTHY);
            assertThat(scene.weights())
                    .containsExactly(stages[stage][0], stages[stage][1], stages[stage][2]);
            assertThat(next.refs().get(1).state()).isEqualTo(RefState.RAMP);
            assertThat(next.nextLook()).as("an own write is looked at").isEmpty();
        }

        Decision over = at(scene, 90, ProviderHealth.HEALTHY);
        assertThat(over.refs().get(1).state()).isEqualTo(RefState.FRESH);
        assertThat(over.condition()).isEqualTo(ModelCondition.BALANCED);
        assertThat(over.intents()).isEmpty();
        assertThat(scene.wanted(over).get(1))
                .as("from 35 towards the share that caused the load, which lags behind the ramp")
                .isBetween(32.0, 35.0);
    }

    @Test
    void aStageIsNotOverEarlierBecauseSomethingElseHappens() {
        Scene scene = healthy(40, 35, 25);
        scene.kv(.5, .5, .5).reconcile();
        at(scene, 10, UNHEALTHY);
        at(scene, 30, ProviderHealth.HEALTHY);

        Decision early = at(scene, 36, ProviderHealth.HEALTHY);

        assertThat(early.intents()).isEmpty();
        assertThat(early.nextLook()).hasValue(Duration.ofSeconds(4));
    }

    @Test
    void aStageWaitsWhileTheRefIsLoadedMoreThanTheOthers() {
        Scene scene = healthy(40, 35, 25);
        scene.kv(.5, .5, .5).reconcile();
        at(scene, 10, UNHEALTHY);
        at(scene, 30, ProviderHealth.HEALTHY);

        for (int second = 40; second <= 100; second += 10) {
            scene.seconds(second).kv(.5, .95, .5).reconcile();
        }
        assertThat(scene.state()).as("until its smoothed load was 1").contains("\"ramp\":2");
        for (int second = 110; second <= 130; second += 10) {
            scene.seconds(second).kv(.5, .3, .5).reconcile();
        }
        assertThat(scene.weights().get(1)).isGreaterThan(14);
    }

    @Test
    void aNewCauseDuringTheRampStartsItAnewWithTheShareOfBefore() {
        Scene scene = healthy(40, 35, 25);
        scene.kv(.5, .5, .5).reconcile();
        at(scene, 10, UNHEALTHY);
        at(scene, 30, ProviderHealth.HEALTHY);
        at(scene, 40, ProviderHealth.HEALTHY);

        at(scene, 45, UNHEALTHY);
        assertThat(scene.weights().get(1)).isZero();
        assertThat(scene.state()).contains("\"zero\":\"unhealthy\",\"before\":0.35}");
        at(scene, 50, ProviderHealth.HEALTHY);
        assertThat(scene.weights().get(1)).isEqualTo(4);
    }

    @Test
    void afterTheRampAnotherOutageRemembersTheShareOfThen() {
        Scene scene = healthy(50, 50);
        scene.kv(.5, .5).reconcile();
        at(scene, 10, UNHEALTHY);
        for (int second = 20; second <= 80; second += 10) {
            at(scene, second, ProviderHealth.HEALTHY);
        }
        for (int second = 90; second <= 200; second += 10) {
            scene.seconds(second).kv(.4, .8).reconcile();
        }
        int share = scene.weights().get(1);
        assertThat(share).isLessThan(45);

        at(scene, 210, UNHEALTHY);

        double before =
                scene.memory.known().orElseThrow().state().entries().get(1).before().orElse(1);
        assertThat(before).as("known before the write").isNotEqualTo(0.5);
        assertThat(scene.state()).doesNotContain("\"before\":0.5}");
    }

    @ParameterizedTest(name = "an own zero that is {0} with health {1} and engines {2}: {3}")
    @CsvSource({
        "unhealthy,          UNKNOWN,   MOVES,   0",
        "unhealthy,          UNHEALTHY, MOVES,   0",
        "unhealthy,          HEALTHY,   MOVES,   5",
        "unhealthy,          NONE,      MOVES,   5",
        "stalled,            NONE,      UNKNOWN, 0",
        "stalled,            HEALTHY,   STALLED, 0",
        "stalled,            UNKNOWN,   MOVES,   5",
        "provider-missing,   NONE,      MOVES,   0",
        "provider-not-ready, NONE,      MOVES,   0",
        "all-down,           NONE,      MOVES,   5",
    })
    void aNewProcessLiftsAnOwnZeroOnEvidenceOnly(
            String zero, ProviderHealth.State health, Stall.Verdict verdict, int weight) {
        Scene scene = ownZero(zero);
        scene.kv(.5);
        scene.read(1, f -> f.kv(.5).stall(new Stall(verdict, List.of())));
        scene.health(1, new ProviderHealth(health, ""));

        scene.reconcile();

        assertThat(scene.weights()).containsExactly(100 - weight, weight);
    }

    @Test
    void aProviderMustBeThereForTwoIntervals() {
        Scene scene = Scene.written(50, 50).kv(.5, .5);
        RefInputs there = scene.inputs.get(1);
        scene.reconcile();
        scene.input(1, RefInputs.none()).seconds(10);
        Decision missing = scene.reconcile();
        assertThat(scene.weights()).containsExactly(100, 0);
        assertThat(texts(missing))
                .containsExactly(
                        "Provider down: cluster-b provider-missing: create ExternalProvider"
                                + " maas-system/cluster-b");

        Decision found = scene.input(1, there).seconds(20).kv(.5, .5).reconcile();
        assertThat(scene.weights()).containsExactly(100, 0);
        assertThat(found.nextLook()).hasValue(Duration.ofSeconds(20));
        scene.input(1, RefInputs.none()).seconds(30).reconcile();
        scene.input(1, there).seconds(35).kv(.5, .5).reconcile();
        scene.seconds(54).reconcile();
        assertThat(scene.weights()).as("gone in between").containsExactly(100, 0);

        scene.seconds(55).kv(.5, .5).reconcile();
        assertThat(scene.weights()).containsExactly(95, 5);
    }

    @Test
    void aProviderThatIsNotReadyIsDown() {
        Scene scene = Scene.written(50, 50).kv(.5, .5);
        scene.input(
                1,
                new RefInputs(
                        Optional.of(Scene.provider("cluster-b", "remote", false)),
                        scene.inputs.get(1).sources()));

        Decision decision = scene.reconcile();

        assertThat(scene.weights()).containsExactly(100, 0);
        assertThat(decision.refs().get(1).cause()).hasValue("provider-not-ready");
    }

    @Test
    void example14AStalledEngineTakesTheRefDown() {
        Scene scene = Scene.written(50, 50).kv(.5, .5);
        scene.reconcile();
        scene.seconds(10).kv(.5);
        scene.read(1, figures -> figures.kv(0.0).queue(3.0).stall(STALLED));

        Decision down = scene.reconcile();
        assertThat(scene.weights()).containsExactly(100, 0);
        assertThat(down.refs().get(1).cause()).hasValue("stalled");

        scene.seconds(20).kv(.5, .1).reconcile();
        assertThat(scene.weights()).containsExactly(95, 5);
    }

    @Test
    void oneStalledEngineOfSeveralIsToldOnce() {
        Scene scene = Scene.written(50, 50).kv(.5);
        scene.read(1, f -> f.kv(.5).stall(new Stall(Stall.Verdict.MOVES, List.of("1"))));

        assertThat(texts(scene.decide()))
                .containsExactly("Engine 1 of cluster-b makes no progress");
        assertThat(texts(scene.decide())).isEmpty();
    }

    @Test
    void theFirstCauseIsNamed() {
        Scene scene = Scene.written(50, 50).kv(.5);
        scene.read(1, f -> f.kv(.5).stall(STALLED)).health(1, UNHEALTHY);

        assertThat(scene.decide().refs().get(1).cause()).hasValue("unhealthy");
    }

    @Test
    void unknownHealthIsEligible() {
        Scene scene = Scene.written(50, 50).kv(.5, .5).health(1, ProviderHealth.UNKNOWN);

        Decision decision = scene.reconcile();

        assertThat(scene.weights()).containsExactly(50, 50);
        assertThat(decision.refs().get(1).state()).isEqualTo(RefState.FRESH);
        assertThat(decision.notices()).isEmpty();
    }

    @Test
    void aDrainedRefIsNeverUsedHoweverManyAreDown() {
        Scene scene = Scene.written(0, 60, 40).kv(.1, .5, .5);
        scene.health(1, UNHEALTHY).health(2, UNHEALTHY);

        for (int second = 0; second <= 200; second += 10) {
            scene.seconds(second).reconcile();
            assertThat(scene.weights()).containsExactly(0, 60, 40);
        }
    }

    @Test
    void example9AllDownWritesTheBaselineBack() {
        Scene scene = Scene.written(60, 40).kv(.95, .20);
        for (int second = 0; second <= 200; second += 10) {
            scene.seconds(second).kv(.95, .20).reconcile();
        }
        assertThat(scene.weights().get(0)).isLessThan(50);

        scene.seconds(210).health(0, UNHEALTHY).health(1, UNHEALTHY);
        Decision down = scene.reconcile();

        assertThat(scene.weights()).containsExactly(60, 40);
        assertThat(scene.state()).doesNotContain("zero").contains("\"before\":");
        assertThat(down.condition()).isEqualTo(ModelCondition.ALL_PROVIDERS_DOWN);
        assertThat(texts(down)).contains("All providers down: writing baseline");
        assertThat(reasons(down)).contains("AllProvidersDown");
        assertThat(scene.seconds(220).reconcile().intents()).isEmpty();
    }

    @Test
    void afterAllDownTheFirstOneBackGetsEverything() {
        Scene scene = Scene.written(60, 40).kv(.5, .5);
        scene.health(0, UNHEALTHY).health(1, UNHEALTHY).reconcile();
        assertThat(scene.weights()).containsExactly(60, 40);

        Decision back = scene.seconds(10).health(0, ProviderHealth.HEALTHY).reconcile();

        assertThat(scene.weights()).as("nothing else could take it").containsExactly(100, 0);
        assertThat(reasons(back)).contains("ProviderBack", "ProvidersRecovered");
        scene.seconds(20).health(1, ProviderHealth.HEALTHY).reconcile();
        assertThat(scene.weights()).containsExactly(96, 4);
    }

    @Test
    void example9AnUnmanagedRefCarriesTheTraffic() {
        Scene scene = Scene.written(40, 40, 20).cloud(2).kv(.5, .5);
        scene.health(0, UNHEALTHY).health(1, UNHEALTHY);
        Decision down = scene.reconcile();
        assertThat(scene.weights()).containsExactly(0, 0, 20);
        assertThat(texts(down))
                .contains("All providers down: unmanaged providers carry the traffic");

        scene.health(0, ProviderHealth.HEALTHY);
        int[] stages = {4, 8, 16, 24, 32, 40, 80};
        for (int stage = 0; stage < stages.length; stage++) {
            scene.seconds(10 + 10 * stage).kv(.3, null).reconcile();
            assertThat(scene.weights()).containsExactly(stages[stage], 0, 20);
        }
        assertThat(scene.seconds(90).kv(.3, null).reconcile().intents()).isEmpty();
    }

    @Test
    void aModelThatIsCreatedBeforeItsProvidersIsLeftInPeace() {
        Scene scene = Scene.unwritten(60, 40);
        scene.input(0, RefInputs.none()).input(1, RefInputs.none());

        Decision decision = scene.reconcile();

        assertThat(decision.intents()).isEmpty();
        assertThat(reasons(decision)).doesNotContain("AllProvidersDown");
    }

    /** Found by a property: shares of 0 gave no number, and no number became the weight 0. */
    @Test
    void ownZerosThatReturnTogetherWhileTheOthersFailGetAllTheTraffic() {
        Scene scene =
                Scene.unwritten(50, 0, 0)
                        .annotate(
                                ExternalModel.STATE_ANNOTATION,
                                ("{'version':1,'at':'2026-11-30T10:00:00Z','reason':'state','refs':["
                                                + entry("cluster-a", 40, 100, "")
                                                + ","
                                                + entry(
                                                        "cluster-b",
                                                        30,
                                                        0,
                                                        ",'zero':'stalled','before':0.4")
                                                + ","
                                                + entry(
                                                        "cluster-c",
                                                        30,
                                                        0,
                                                        ",'zero':'stalled','before':0.2")
                                                + "]}")
                                        .replace('\'', '"'))
                        .edit(100, 0, 0)
                        .kv(.5, .5, .5)
                        .health(0, UNHEALTHY);

        scene.reconcile();

        assertThat(scene.weights().get(0)).isZero();
        assertThat(scene.weights().get(1)).isBetween(60, 70);
        assertThat(scene.weights().get(2)).isBetween(30, 40);
    }

    @Test
    void aRefThatIsNotManagedAnyMoreGetsItsWeightBack() {
        Scene scene = ownZero("unhealthy");
        scene.insert(2, "cluster-c", 100).kv(.5, null, .5);
        scene.withoutAnnotation(ExternalModel.STATE_ANNOTATION);
        scene.annotate(
                ExternalModel.STATE_ANNOTATION,
                ("{'version':1,'at':'2026-11-30T10:00:00Z','reason':'state','refs':["
                                + entry("cluster-a", 50, 50, "")
                                + ","
                                + entry("cluster-b", 50, 0, ",'zero':'unhealthy','before':0.3")
                                + ","
                                + entry("cluster-c", 50, 50, "")
                                + "]}")
                        .replace('\'', '"'));
        scene.edit(50, 0, 50).cloud(1);

        scene.reconcile();

        assertThat(scene.weights().get(1)).isPositive();
        assertThat(scene.state()).doesNotContain("zero");
    }

    @Test
    void aRampContinuesAtItsStageAfterARestart() {
        Scene scene = healthy(40, 35, 25);
        scene.kv(.5, .5, .5).reconcile();
        at(scene, 10, UNHEALTHY);
        at(scene, 30, ProviderHealth.HEALTHY);
        at(scene, 40, ProviderHealth.HEALTHY);
        at(scene, 50, ProviderHealth.HEALTHY);
        assertThat(scene.weights().get(1)).isEqualTo(14);

        scene.memory = ModelState.empty();
        Decision restarted = at(scene, 60, ProviderHealth.HEALTHY);
        assertThat(restarted.refs().get(1).state()).isEqualTo(RefState.RAMP);
        assertThat(scene.weights().get(1)).isEqualTo(14);
        at(scene, 70, ProviderHealth.HEALTHY);
        assertThat(scene.weights().get(1)).isEqualTo(21);
    }

    @Test
    void everyStageSurvivesAWriteThatFails() {
        Scene scene = healthy(40, 35, 25);
        scene.kv(.5, .5, .5).reconcile();
        scene.seconds(10).health(1, UNHEALTHY).kv(.5, .5, .5).decide();
        assertThat(at(scene, 20, UNHEALTHY).intents()).as("tried again").hasSize(1);
        assertThat(scene.state()).contains("\"before\":0.35");
        scene.seconds(30).health(1, ProviderHealth.HEALTHY).kv(.5, .5, .5).decide();
        at(scene, 60, ProviderHealth.HEALTHY);
        assertThat(scene.weights()).as("no stage is left out").containsExactly(59, 4, 37);
    }

    @Test
    void example16AnEditMayNotRaiseWhatIsDown() {
        Scene scene = Scene.written(50, 50).kv(.5, .5);
        scene.health(0, UNHEALTHY).reconcile();
        assertThat(scene.weights()).containsExactly(0, 100);

        Decision decision = scene.edit(50, 100).seconds(5).reconcile();

        assertThat(scene.weights()).containsExactly(0, 100);
        assertThat(decision.refs()).extracting(RefReport::scaledBaseline).containsExactly(33, 67);
        assertThat(decision.edit()).hasValue(Edit.of(List.of(50, 100)));
    }

    @Test
    void pausedFreezesOwnZeros() {
        Scene scene = healthy(40, 35, 25);
        scene.kv(.5, .5, .5).reconcile();
        at(scene, 10, UNHEALTHY);
        scene.mode = dev.drover.intents.Mode.PAUSED;

        assertThat(at(scene, 30, ProviderHealth.HEALTHY).intents()).isEmpty();
        scene.mode = dev.drover.intents.Mode.APPLY;
        at(scene, 40, ProviderHealth.HEALTHY);
        assertThat(scene.state()).contains("\"ramp\":0");
    }

    @Test
    void observeSaysOnceWhereAnOutageWouldLead() {
        Scene scene = healthy(40, 35, 25);
        scene.mode = dev.drover.intents.Mode.OBSERVE;
        scene.kv(.5, .5, .5).decide();
        scene.seconds(10).health(1, UNHEALTHY);

        assertThat(scene.kv(.5, .5, .5).decide().intents())
                .extracting(intent -> intent.account().summary())
                .containsExactly(
                        "Weights would be: cluster-a 40->62, cluster-b 35->0, cluster-c 25->38"
                                + " reason=state shift=35 load=0.63/-/0.63");
        assertThat(scene.seconds(20).kv(.5, .5, .5).decide().intents()).isEmpty();
    }

    private static Scene healthy(int... weights) {
        Scene scene = Scene.written(weights);
        for (int i = 0; i < weights.length; i++) {
            scene.health(i, ProviderHealth.HEALTHY);
        }
        return scene;
    }

    /** The second ref's health is this now; all pages are the same. */
    private static Decision at(Scene scene, int second, ProviderHealth health) {
        scene.seconds(second).health(1, health);
        for (int i = 0; i < scene.inputs.size(); i++) {
            scene.read(i, figures -> figures.kv(.5));
        }
        return scene.reconcile();
    }

    private static Scene ownZero(String zero) {
        return Scene.unwritten(100, 0)
                .annotate(
                        ExternalModel.STATE_ANNOTATION,
                        ("{'version':1,'at':'2026-11-30T10:00:00Z','reason':'state','refs':["
                                        + entry("cluster-a", 50, 100, "")
                                        + ","
                                        + entry(
                                                "cluster-b",
                                                50,
                                                0,
                                                ",'zero':'" + zero + "','before':0.5")
                                        + "]}")
                                .replace('\'', '"'));
    }

    private static String entry(String ref, int baseline, int applied, String marks) {
        return "{'ref':'%s','targetModel':'llama-3-70b','baseline':%d,'applied':%d%s}"
                .formatted(ref, baseline, applied, marks);
    }

    private static List<String> texts(Decision decision) {
        return decision.lines().stream().map(LogLine::text).toList();
    }

    private static List<String> reasons(Decision decision) {
        return decision.notices().stream().map(Notice::reason).toList();
    }

    @Test
    void aProviderThatWasNeverSeenMayStillComeForTwoIntervals() {
        Scene scene = Scene.unwritten(50, 50).kv(0.5, 0.5).input(1, RefInputs.none());
        assertThat(scene.reconcile().intents()).isEmpty();
        scene.seconds(19).kv(0.5, 0.5).input(1, RefInputs.none());
        assertThat(scene.reconcile().intents()).isEmpty();
        scene.seconds(20).kv(0.5, 0.5).input(1, RefInputs.none());
        scene.reconcile();
        assertThat(scene.weights()).containsExactly(100, 0);
    }

    @Test
    void aProviderThatComesAfterItsModelTakesPartInTheFirstMove() {
        Scene scene = Scene.unwritten(50, 50).kv(0.95, 0.20);
        RefInputs there = scene.observed().refs().get(1);
        scene.input(1, RefInputs.none());
        assertThat(scene.reconcile().intents()).isEmpty();
        scene.seconds(1).input(1, there);
        scene.reconcile();
        assertThat(scene.weights()).containsExactly(6, 94);
    }
}
