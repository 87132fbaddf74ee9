package dev.drover.weights.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.intents.Notice;
import dev.drover.weights.health.ProviderHealth;
import dev.drover.weights.settings.WeightsConfiguration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Somebody else puts the weights back (spec 7.3, worked example 17). */
class ContentionTest {
    private static final int REVERT_SECONDS = 180;

    /** Runs until {@code end}; Git puts 50/50 back every three minutes until {@code giveIn}. */
    private static List<Decision> run(Scene scene, int from, int end, int giveIn) {
        List<Decision> decisions = new ArrayList<>();
        for (int second = from; second < end; second += 10) {
            if (second % REVERT_SECONDS == 0 && second > 0 && second <= giveIn) {
                scene.edit(50, 50);
            }
            decisions.add(scene.seconds(second).kv(.9, .3).reconcile());
        }
        return decisions;
    }

    private static Scene moved() {
        Scene scene = Scene.unwritten(50, 50).kv(.8, .2);
        scene.reconcile();
        assertThat(scene.weights()).containsExactly(20, 80);
        return scene;
    }

    @Test
    void example17TheThirdRevertStopsLoadDrivenWrites() {
        Scene scene = moved();

        List<Decision> first = run(scene, 10, 190, 190);
        assertThat(scene.weights()).as("written again").isNotEqualTo(List.of(50, 50));
        run(scene, 190, 370, 370);
        assertThat(scene.weights()).as("written again").isNotEqualTo(List.of(50, 50));
        List<Decision> third = run(scene, 370, 550, 550);

        assertThat(edits(first)).containsExactly(Edit.Kind.REVERT);
        assertThat(edits(third)).containsExactly(Edit.Kind.CONTENDED);
        assertThat(third.get(17).edit().orElseThrow().line("argocd-controller"))
                .isEqualTo(
                        "Weights reverted 3 times in 10m by argocd-controller: load-driven writes"
                                + " stop for 1h");
        assertThat(scene.weights()).containsExactly(50, 50);
        assertThat(third.get(17).condition()).isEqualTo(ModelCondition.CONTENDED);
        assertThat(writes(run(scene, 550, 540 + 3600, 0))).as("for an hour").isZero();
    }

    @Test
    void afterAnHourOneWriteIsTriedAndItsRevertIsNoNews() {
        Scene scene = contended();

        assertThat(writes(run(scene, 4140, 4150, 0))).isEqualTo(1);
        assertThat(writes(run(scene, 4150, 4310, 0))).as("one").isZero();
        List<Decision> reverted = run(scene, 4320, 4330, 4320);

        assertThat(edits(reverted)).containsExactly(Edit.Kind.REVERT);
        assertThat(reasons(reverted)).isEmpty();
        assertThat(scene.memory.contention().contended()).isTrue();
        assertThat(writes(run(scene, 4330, 4320 + 3600, 0))).isZero();
    }

    @Test
    void aTriedWriteThatStaysEndsIt() {
        Scene scene = contended();

        List<Decision> decisions = run(scene, 4140, 4900, 0);

        assertThat(reasons(decisions)).containsExactly("ContentionEnded");
        assertThat(scene.memory.contention()).isEqualTo(Contention.NONE);
        assertThat(writes(decisions)).as("load-driven writes go on").isGreaterThan(1);
    }

    @Test
    void whileContendedAnOutageIsStillActedOnButNotAllTheTime() {
        Scene scene = contended();
        scene.seconds(4000).kv(.9, .3).health(1, ProviderHealth.unhealthy("dead")).reconcile();
        assertThat(scene.weights()).containsExactly(100, 0);

        scene.edit(50, 50).seconds(4010).kv(.9, .3).reconcile();
        assertThat(scene.weights()).as("min-write-interval").containsExactly(50, 50);
        scene.seconds(4030).kv(.9, .3).reconcile();
        assertThat(scene.weights()).containsExactly(100, 0);
    }

    @Test
    void whatIsPublishedMeanwhileIsTheGoalOfOneStep() {
        Scene scene = contended();

        Decision decision = scene.seconds(3000).kv(.9, .3).decide();

        assertThat(Scene.desired(decision)).containsExactly(25, 75);
    }

    @Test
    void anotherVectorIsAnEditAndEndsNothing() {
        Scene scene = moved();

        Decision decision = scene.edit(55, 45).seconds(100).kv(.9, .3).decide();

        assertThat(decision.edit().orElseThrow().kind()).isEqualTo(Edit.Kind.BASELINE);
        assertThat(scene.memory.contention()).isEqualTo(Contention.NONE);
    }

    @Test
    void theBaselineLongAfterAWriteIsAnEdit() {
        Scene scene = Scene.unwritten(50, 50).kv(.98, .10);
        scene.reconcile();

        Decision decision = scene.edit(50, 50).seconds(601).kv(.98, .10).decide();

        assertThat(decision.edit().orElseThrow().kind()).isEqualTo(Edit.Kind.BASELINE);
    }

    @Test
    void revertsFarApartAreNotCountedTogether() {
        Contention contention = Contention.NONE;
        WeightsConfiguration.Contention rules = WeightsConfiguration.defaults().contention();
        for (int minute = 0; minute < 60; minute += 6) {
            contention = contention.reverted(minute * 60L * Scene.SECOND, rules);
        }
        assertThat(contention.contended()).isFalse();
    }

    private static Scene contended() {
        Scene scene = moved();
        run(scene, 10, 4140, 540);
        assertThat(scene.memory.contention().contended()).isTrue();
        return scene;
    }

    private static List<Edit.Kind> edits(List<Decision> decisions) {
        return decisions.stream().flatMap(it -> it.edit().stream()).map(Edit::kind).toList();
    }

    private static long writes(List<Decision> decisions) {
        return decisions.stream().mapToLong(it -> it.intents().size()).sum();
    }

    private static List<String> reasons(List<Decision> decisions) {
        return decisions.stream().flatMap(it -> it.notices().stream()).map(Notice::reason).toList();
    }
}
