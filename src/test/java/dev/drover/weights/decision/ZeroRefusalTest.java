package dev.drover.weights.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.intents.Intent;
import dev.drover.intents.Notice;
import dev.drover.weights.health.ProviderHealth;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** CRDs whose smallest weight is 1 (spec 1.2). */
class ZeroRefusalTest {
    private static final ProviderHealth UNHEALTHY = ProviderHealth.unhealthy("dead");

    private static Optional<LastWrite> refusal(Scene scene, String field) {
        return Optional.of(
                new LastWrite(
                        LastWrite.Outcome.REFUSED,
                        scene.observed().model().generation(),
                        scene.nanos,
                        field + ": Invalid value",
                        List.of(field)));
    }

    @Test
    void oneIsWrittenWhereZeroIsRefused() {
        Scene scene = Scene.written(40, 35, 25).kv(.5, .5, .5);
        scene.reconcile();
        scene.seconds(10).health(1, UNHEALTHY).decide();
        scene.lastWrite = refusal(scene, "spec.externalProviderRefs[1].weight");

        Decision decision = scene.reconcile();

        assertThat(scene.weights()).containsExactly(61, 1, 38);
        assertThat(scene.state()).contains("\"applied\":1,\"zero\":\"unhealthy\"");
        assertThat(decision.notices()).extracting(Notice::reason).contains("ZeroWeightRefused");
        assertThat(decision.condition()).isEqualTo(ModelCondition.PROVIDER_DOWN);
        Decision next = scene.seconds(20).kv(.5, .5, .5).reconcile();
        assertThat(next.intents()).isEmpty();
        assertThat(next.notices()).as("once").isEmpty();
        assertThat(next.refs().get(1).state()).isEqualTo(RefState.DOWN);

        scene.seconds(30).health(1, ProviderHealth.HEALTHY).kv(.5, .5, .5).reconcile();
        assertThat(scene.weights()).containsExactly(59, 4, 37);
    }

    @Test
    void aRefusalOfAnotherFieldOrWeightIsNoneOfAZero() {
        for (String field :
                List.of(
                        "spec.externalProviderRefs[0].weight",
                        "spec.externalProviderRefs[1].path",
                        "spec.externalProviderRefs[99].weight",
                        "spec.externalProviderRefs[1].weights")) {
            Scene scene = Scene.written(50, 50).kv(.5, .5);
            scene.health(1, UNHEALTHY).decide();
            scene.lastWrite = refusal(scene, field);

            Decision decision = scene.seconds(1).decide();

            assertThat(decision.intents()).as(field).isEmpty();
            assertThat(decision.condition()).isEqualTo(ModelCondition.WRITE_REFUSED);
        }
    }

    @Test
    void whatTheProcessKnowsHoldsForEveryModel() {
        Scene scene = Scene.written(50, 50).kv(.5, .5).health(1, UNHEALTHY);

        Decision decision =
                new Calculator().decide(scene.observed().withZeroRefused(true), scene.memory);

        scene.apply((Intent) decision.intents().get(0));
        assertThat(scene.weights()).containsExactly(99, 1);
    }
}
