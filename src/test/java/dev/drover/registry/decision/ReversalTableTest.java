package dev.drover.registry.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.registry.api.DesiredState;
import dev.drover.registry.api.Reason;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rows and checks of registry.md 11. */
class ReversalTableTest {
    private final Scene scene = new Scene();

    private Scene absent() {
        scene.exists = false;
        return scene;
    }

    @Test
    @DisplayName("absent, DEPLOYED: created")
    void creates() {
        absent().asking("4", DesiredState.DEPLOYED);
        assertThat(scene.intents()).containsExactly("CreateWorkload", "AddServe");
    }

    @Test
    @DisplayName("absent, UNDEPLOYED: nothing")
    void createsNothing() {
        absent().asking("4", DesiredState.UNDEPLOYED);
        assertThat(scene.intents()).isEmpty();
    }

    @Test
    @DisplayName("deploy=off: nothing")
    void off() {
        absent().asking("4", DesiredState.DEPLOYED);
        scene.keys.clear();
        assertThat(scene.intents()).isEmpty();
    }

    @Test
    @DisplayName("the record is gone by now: nothing")
    void recordGone() {
        absent().asking("4", DesiredState.DEPLOYED);
        scene.records.clear();
        assertThat(scene.intents()).isEmpty();
    }

    @Test
    @DisplayName("ours, fields differ: put back, with the version it was decided on")
    void corrects() {
        scene.deployed("4").asking("4", DesiredState.DEPLOYED);
        Decision decision = scene.decide();
        assertThat(decision.intents()).hasSize(1);
        assertThat(decision.intents().get(0).name()).isEqualTo("PatchWorkload");
        assertThat(decision.intents().get(0).document().at("/metadata/resourceVersion").asText())
                .isEqualTo("7");
        scene.deployTurn = new Turn(Optional.empty());
        assertThat(scene.decide().standing().reason()).isEqualTo("DeployContention");
    }

    @Test
    @DisplayName("ours, UNDEPLOYED for long: deleted by uid")
    void deletes() {
        scene.deployed("4").asking("4", DesiredState.UNDEPLOYED);
        assertThat(scene.intents()).containsExactly("DeleteWorkload", "AddServe");
    }

    @Test
    @DisplayName("ours, UNDEPLOYED in walks, DEPLOYED in a fresh GET: kept")
    void deletesNothingThatCameBack() {
        scene.deployed("4");
        scene.with(scene.asking("4", DesiredState.UNDEPLOYED), DesiredState.DEPLOYED);
        assertThat(scene.intents()).doesNotContain("DeleteWorkload");
    }

    @ParameterizedTest(name = "ours, registry {0}: nothing is deleted")
    @CsvSource({"UNAVAILABLE", "UNAUTHORIZED", "MISCONFIGURED", "TLS_FAILED"})
    void deletesNothingWhileTheRegistryFails(Reason reason) {
        scene.deployed("4").asking("4", DesiredState.UNDEPLOYED);
        scene.reason = reason;
        scene.failing = read -> read instanceof Read.RecordWithId;
        assertThat(scene.intents()).isEmpty();
    }

    @Test
    @DisplayName("ours, record missing: nothing is deleted")
    void deletesNothingForALostRecord() {
        scene.deployed("4").asking("4", DesiredState.UNDEPLOYED);
        scene.records.clear();
        assertThat(scene.intents()).doesNotContain("DeleteWorkload");
    }

    @Test
    @DisplayName("not ours: NameTaken, and nothing else")
    void nameTaken() {
        scene.asking("4", DesiredState.DEPLOYED);
        Decision decision = scene.decide();
        assertThat(decision.intents()).isEmpty();
        assertThat(decision.notices()).anyMatch(it -> it.reason().equals("NameTaken"));
    }

    @ParameterizedTest(name = "refused: {0}")
    @CsvSource({
        "Iris,                     is no name of a workload",
        "1iris,                    is no name of a workload",
        "iris-iris-iris-iris-iris-iris-iris-iris-iris-iris-iris1, is no name of a workload",
    })
    void refusesNames(String name, String why) {
        scene.name = name;
        absent().asking("4", DesiredState.DEPLOYED);
        Decision decision = scene.decide();
        assertThat(decision.intents()).isEmpty();
        assertThat(decision.standing().reason()).isEqualTo("DeployRefused");
        assertThat(decision.standing().message()).contains(why);
    }

    @Test
    @DisplayName("refused: namespace not allowed")
    void refusesNamespaces() {
        absent().asking("4", DesiredState.DEPLOYED);
        scene.keys.put("DEPLOY_NAMESPACES", "other");
        assertThat(scene.decide().standing().message()).contains("deploy-namespaces");
    }

    @Test
    @DisplayName("refused: scheme of the uri")
    void refusesSchemes() {
        absent().asking("4", DesiredState.DEPLOYED);
        scene.keys.put("DEPLOY_URI_SCHEMES", "hf");
        assertThat(scene.decide().standing().message()).contains("accepted: hf");
    }
}
