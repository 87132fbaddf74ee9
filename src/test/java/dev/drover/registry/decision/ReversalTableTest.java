package dev.drover.registry.decision;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.intents.Intent;
import dev.drover.intents.Ledger;
import dev.drover.intents.Outcome;
import dev.drover.registry.api.Artifact;
import dev.drover.registry.api.DesiredState;
import dev.drover.registry.api.LifeState;
import dev.drover.registry.api.Property;
import dev.drover.registry.api.Reason;
import dev.drover.registry.api.RegistryRecord;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    }

    @Test
    @DisplayName("ours, somebody else keeps changing it: left so, and recorded as it is")
    void leavesWhatIsContendedAndRecordsIt() {
        scene.deployed("4").ready().asking("4", DesiredState.DEPLOYED);
        scene.deployTurn = new Turn(Optional.empty());
        Decision decision = scene.decide();
        assertThat(decision.standing().reason()).isEqualTo("DeployContention");
        assertThat(Scene.patches(decision)).hasSize(1);
        assertThat(decision.intents()).noneMatch(it -> it.name().equals(Correction.PATCH));
    }

    @Test
    @DisplayName(
            "ours, the API server does not take the patch: recorded, and tried after 5 minutes")
    void recordsWhatCannotBePutBack() {
        scene.deployed("4").asking("4", DesiredState.DEPLOYED);
        scene.refusal = Optional.of(refused(Outcome.DENIED));
        Decision decision = scene.decide();
        assertThat(decision.intents()).extracting(Intent::name).containsExactly("PatchRecord");
        assertThat(decision.standing().reason()).isEqualTo("DeployRefused");
        assertThat(decision.standing().message()).contains("policy says no");
        assertThat(decision.nextLook()).contains(Duration.ofMinutes(5));
        scene.memory = decision.memory();
        scene.nowNanos += Duration.ofMinutes(5).toNanos();
        assertThat(scene.intents()).containsExactly(Correction.PATCH);
        scene.refusal = Optional.of(refused(Outcome.DENIED)); // again
        assertThat(scene.decide().standing().reason()).isEqualTo("DeployRefused");
        scene.refusal = Optional.of(refused(Outcome.ERROR)); // passes by itself
        assertThat(scene.intents()).containsExactly(Correction.PATCH);
    }

    private Ledger.Failure refused(Outcome outcome) {
        return new Ledger.Failure(
                Correction.PATCH,
                outcome,
                403,
                "policy says no",
                List.of(),
                "7",
                1,
                scene.nowNanos,
                null);
    }

    @Test
    @DisplayName("ours, others have their turn: put back later, and recorded meanwhile")
    void paces() {
        scene.deployed("4").asking("4", DesiredState.DEPLOYED);
        scene.deployTurn = new Turn(Optional.of(Duration.ofSeconds(9)));
        Decision decision = scene.decide();
        assertThat(decision.intents()).extracting(Intent::name).containsExactly("PatchRecord");
        assertThat(decision.nextLook()).contains(Duration.ofSeconds(9));
    }

    @Test
    @DisplayName("ours, nothing differs: compared once, and again after sweep-interval")
    void comparesNowAndThen() {
        scene.untouched("4").asking("4", DesiredState.DEPLOYED);
        scene.memory = scene.decide().memory();
        scene.artifacts.set(0, Scene.artifact("s3://b/moved", "onnx", "", ""));
        scene.nowNanos += Duration.ofMinutes(9).toNanos();
        assertThat(scene.intents()).doesNotContain(Correction.PATCH);
        assertThat(scene.asked).noneMatch(Read.ArtifactsOf.class::isInstance);
        scene.nowNanos += Duration.ofMinutes(2).toNanos();
        assertThat(corrected().at("/spec/predictor/model/storageUri").asText())
                .isEqualTo("s3://b/moved");
    }

    @Test
    @DisplayName("ours, refused by now: compared once, and again after five minutes")
    void asksNowAndThenWhatIsRefused() {
        scene.deployed("4").asking("4", DesiredState.DEPLOYED);
        scene.modelState = LifeState.ARCHIVED;
        scene.memory = scene.decide().memory();
        assertThat(scene.intents()).doesNotContain(Correction.PATCH);
        assertThat(scene.asked).noneMatch(Read.NamespaceNamed.class::isInstance);
        scene.nowNanos += Duration.ofMinutes(6).toNanos();
        scene.modelState = LifeState.LIVE;
        assertThat(scene.intents()).containsExactly(Correction.PATCH);
    }

    private JsonNode corrected() {
        Decision decision = scene.decide();
        assertThat(decision.intents()).extracting(Intent::name).containsExactly(Correction.PATCH);
        return decision.intents().get(0).document();
    }

    @Test
    @DisplayName("link-labels=strip: M and V that were taken off stay off, the rest is put back")
    void leavesStrippedLabelsOff() {
        scene.untouched("4").asking("4", DesiredState.DEPLOYED);
        scene.keys.put("LINK_LABELS", "strip");
        scene.labels.remove(Scene.DOMAIN + "registered-model-id");
        scene.labels.remove(Scene.DOMAIN + "model-version-id");
        assertThat(scene.intents()).doesNotContain(Correction.PATCH);
        scene.label("name", "other");
        assertThat(corrected().at("/metadata/labels"))
                .isEqualTo(JsonNodeFactory.instance.objectNode().put(Scene.DOMAIN + "name", "ml"));
    }

    @Test
    @DisplayName("link-target=annotation: a link label that was taken off stays off")
    void leavesTheLinkInTheAnnotation() {
        scene.untouched("4").asking("4", DesiredState.DEPLOYED);
        scene.keys.put("LINK_TARGET", "annotation");
        scene.labels.remove(Scene.DOMAIN + "inference-service-id");
        assertThat(scene.intents()).doesNotContain(Correction.PATCH);
    }

    @Test
    @DisplayName("what users add beside the fields that follow the record is theirs")
    void leavesWhatUsersAdd() {
        scene.untouched("4").asking("4", DesiredState.DEPLOYED);
        scene.model.put("runtime", "theirs");
        scene.model.put("modelFormat", Map.of("name", "onnx", "theirs", "1"));
        assertThat(scene.intents()).doesNotContain(Correction.PATCH);
    }

    @Test
    @DisplayName("a version of the format that the artifact has not, and a second place, must go")
    void takesAwayWhatMustGo() {
        scene.untouched("4").asking("4", DesiredState.DEPLOYED);
        scene.model.put("modelFormat", Map.of("name", "onnx", "version", "2"));
        scene.model.put("storage", Map.of("key", "k", "path", "p"));
        JsonNode model = corrected().at("/spec/predictor/model");
        assertThat(model.at("/modelFormat/version").isNull()).isTrue();
        assertThat(model.at("/storage").isNull()).isTrue();
        assertThat(model.has("storageUri")).isFalse();
    }

    @Test
    @DisplayName("runtime and version flow from the record to the workload, never back")
    void writesNothingBackThatWorkloadsAreMadeOf() {
        scene.untouched("4").version("101").asking("4", DesiredState.DEPLOYED);
        scene.status.put("servingRuntimeName", "kserve-onnx");
        scene.deployTurn = new Turn(Optional.empty()); // so that V stays as somebody has set it
        RegistryWrite.PatchRecord patch = Scene.patches(scene.decide()).get(0);
        assertThat(patch.change().runtime()).isEmpty();
        assertThat(patch.change().version()).isEmpty();
    }

    @Test
    @DisplayName("a record without version: the one that was chosen is pinned in it")
    void pinsTheVersion() {
        scene.untouched("4");
        RegistryRecord asking = scene.asking("4", DesiredState.DEPLOYED);
        scene.records.put("4", withoutVersion(asking));
        RegistryWrite.PatchRecord patch = Scene.patches(scene.decide()).get(0);
        assertThat(patch.change().version()).contains("201");
    }

    private static RegistryRecord withoutVersion(RegistryRecord record) {
        return new RegistryRecord(
                record.id(),
                record.name(),
                record.externalId(),
                record.environment(),
                record.model(),
                Optional.empty(),
                record.runtime(),
                record.state(),
                record.properties());
    }

    /** The record as the Drover of another cluster has adopted it for its workload. */
    private void claimedBy(String cluster, DesiredState state) {
        RegistryRecord record = scene.asking("4", state);
        Map<String, Property> properties = new HashMap<>(record.properties());
        Map.of("uid", "other", "cluster", cluster, "namespace", "ml", "name", "iris")
                .forEach((key, value) -> properties.put(key, new Property.Text(value)));
        DeployRequest request = scene.request.orElseThrow();
        RegistryRecord claimed =
                scene.with(scene.identified(record, "kserve-isvc:other:1"), properties);
        scene.request =
                Optional.of(
                        new DeployRequest(
                                new KnownRecord("ml", claimed),
                                request.service(),
                                request.withdrawn(),
                                request.template(),
                                List.of()));
    }

    @ParameterizedTest(name = "{0}, record stands for another cluster''s workload: not ours")
    @CsvSource({"DEPLOYED", "UNDEPLOYED"})
    void leavesWhatStandsForAnotherClustersWorkload(DesiredState state) {
        scene.deployed("4");
        claimedBy("c2", state);
        assertThat(scene.intents()).doesNotContain(Correction.PATCH, Reversal.DELETE);
    }

    @Test
    @DisplayName("absent, record stands for another cluster's workload: refused")
    void createsNoSecondWorkload() {
        absent();
        claimedBy("c2", DesiredState.DEPLOYED);
        Decision decision = scene.decide();
        assertThat(decision.intents()).isEmpty();
        assertThat(decision.standing().message()).contains("cluster c2");
    }

    @Test
    @DisplayName("absent, record stands for an earlier workload of this name: created")
    void createsAgain() {
        absent();
        claimedBy("c1", DesiredState.DEPLOYED);
        assertThat(scene.intents()).contains(Creation.CREATE);
    }

    /** Somebody's own workload of this name is gone, and its record 5 is still open. */
    private void goneWithARecordOfItsOwn() {
        scene.model("1").version("201").link("5");
        scene.view.add(new KnownRecord("ml", scene.own("5", "1", "201")));
        scene.gone = true;
        scene.asking("4", DesiredState.DEPLOYED);
    }

    private List<String> closed(Decision decision) {
        return Scene.patches(decision).stream()
                .filter(it -> it.change().state().equals(Optional.of(DesiredState.UNDEPLOYED)))
                .map(RegistryWrite.PatchRecord::id)
                .toList();
    }

    @Test
    @DisplayName("gone, and another record asks: the old record is closed, then it is created")
    void closesWhatWasThereBefore() {
        goneWithARecordOfItsOwn();
        Decision decision = scene.decide();
        assertThat(closed(decision)).containsExactly("5");
        assertThat(decision.intents())
                .extracting(Intent::name)
                .startsWith("PatchRecord")
                .contains(Creation.CREATE);
    }

    @Test
    @DisplayName("gone, and another record asks but is refused: the old record is closed")
    void closesWhatWasThereBeforeARefusal() {
        goneWithARecordOfItsOwn();
        scene.keys.put("DEPLOY_NAMESPACES", "other");
        Decision decision = scene.decide();
        assertThat(closed(decision)).containsExactly("5");
        assertThat(decision.standing().reason()).isEqualTo("DeployRefused");
    }

    @ParameterizedTest(name = "gone, read of record {0} fails: {1}")
    @CsvSource({"4, PatchRecord", "5, CreateWorkload"})
    void neitherDirectionKeepsTheOtherWaiting(String unreadable, String done) {
        goneWithARecordOfItsOwn();
        scene.failing = new Read.RecordWithId("ml", unreadable)::equals;
        Decision decision = scene.decide();
        assertThat(decision.intents()).extracting(Intent::name).contains(done);
        assertThat(decision.failure()).isPresent();
    }

    @Test
    @DisplayName("another registry asks for a workload that was made of ours: NameTaken")
    void nameTakenByOurs() {
        scene.untouched("4").asking("4", DesiredState.DEPLOYED);
        scene.request = scene.request.map(it -> it.beside(List.of("record 9 of lab")));
        assertThat(scene.decide().notices())
                .anyMatch(it -> it.reason().equals("NameTaken") && it.note().contains("9 of lab"));
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

    @ParameterizedTest(name = "refused: namespace {0}")
    @CsvSource({"ABSENT, does not exist", "TERMINATING, is terminating", "UNKNOWN, be read"})
    void refusesNamespacesThatCannotHoldIt(Presence.State state, String why) {
        absent().asking("4", DesiredState.DEPLOYED);
        scene.namespace = state;
        assertRefused(why);
    }

    private void assertRefused(String why) {
        Decision decision = scene.decide();
        assertThat(decision.intents()).isEmpty();
        assertThat(decision.standing().reason()).isEqualTo("DeployRefused");
        assertThat(decision.standing().message()).contains(why);
    }

    @Test
    @DisplayName("refused: model archived, version archived, version of another model")
    void refusesWhatIsNotLive() {
        absent().asking("4", DesiredState.DEPLOYED);
        scene.modelState = LifeState.ARCHIVED;
        assertRefused("model 1 is not LIVE");
        scene.modelState = LifeState.LIVE;
        scene.versionState = LifeState.ARCHIVED;
        assertRefused("version 201 is no LIVE version of model 1");
        scene.records.computeIfPresent("4", (id, it) -> withoutVersion(it));
        assertRefused("model 1 has no LIVE version");
        scene.versionState = LifeState.LIVE;
        scene.records.computeIfPresent("4", (id, it) -> Correction.at(it, "202"));
        assertRefused("version 202 is no LIVE version of model 1");
    }

    @ParameterizedTest(name = "artifact: uri \"{0}\", format \"{1}\", storage \"{2}\" \"{3}\": {4}")
    @CsvSource({
        "s3://b/m,   onnx, '', '',  ''",
        "'',         onnx, k,  p,   ''",
        "s3://b/m,   '',   '', '',  has no modelFormatName",
        "'',         onnx, k,  '',  has neither uri nor storageKey and storagePath",
        "file:///m,  onnx, '', '',  scheme of its uri is not accepted",
        "s3,         onnx, '', '',  scheme of its uri is not accepted",
    })
    void takesAnArtifactThatSaysWhereAndWhatTheModelIs(
            String uri, String format, String key, String path, String why) {
        absent().asking("4", DesiredState.DEPLOYED);
        scene.artifacts.set(0, Scene.artifact(uri, format, key, path));
        if (why.isEmpty()) {
            assertThat(scene.intents()).contains(Creation.CREATE);
        } else {
            assertRefused(why);
        }
    }

    @Test
    @DisplayName("refused: no artifact, none that is LIVE, or two")
    void refusesWhatIsNotOneArtifact() {
        absent().asking("4", DesiredState.DEPLOYED);
        scene.artifacts.add(scene.artifacts.get(0));
        assertRefused("has 2 LIVE model artifacts; exactly one LIVE one is needed");
        scene.artifacts.clear();
        assertRefused("has no model artifact; exactly one LIVE one is needed");
        scene.artifacts.add(
                new Artifact(
                        "9",
                        true,
                        LifeState.UNKNOWN,
                        Optional.of("s3://b/m"),
                        Optional.of("onnx"),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()));
        assertRefused("has 1 model artifact, none LIVE (UNKNOWN); exactly one LIVE one is needed");
    }

    @Test
    @DisplayName("deploy-rate: waits for its turn; made too often: refused")
    void createsInTurn() {
        absent().asking("4", DesiredState.DEPLOYED);
        scene.deployTurn = new Turn(Optional.of(Duration.ofSeconds(9)));
        Decision decision = scene.decide();
        assertThat(decision.intents()).isEmpty();
        assertThat(decision.standing().reason()).isEqualTo("DeployPaced");
        assertThat(decision.nextLook()).contains(Duration.ofSeconds(9));
        scene.deployTurn = new Turn(Optional.empty());
        assertRefused("created three times within an hour");
    }

    @Test
    @DisplayName(
            "created on top of deploy-template: only the fields that follow the record are its")
    void createsOnTopOfTheTemplate() throws Exception {
        absent().asking("4", DesiredState.DEPLOYED);
        ObjectNode template =
                (ObjectNode)
                        new ObjectMapper()
                                .readTree(
                                        """
                                        {"metadata": {"name": "x", "labels": {"team": "a"}},
                                         "spec": {"predictor": {"serviceAccountName": "sa", "model": {
                                           "runtime": "rt", "modelFormat": {"name": "x", "version": "3"},
                                           "storage": {"key": "k", "parameters": {"p": "q"}}}}}}\
                                        """);
        scene.request =
                scene.request.map(
                        it ->
                                new DeployRequest(
                                        it.known(), it.service(), false, template, List.of()));
        JsonNode made = scene.decide().intents().get(0).document();
        assertThat(made.at("/metadata/name").asText()).isEqualTo("iris");
        assertThat(made.at("/metadata/labels/team").asText()).isEqualTo("a");
        assertThat(made.at("/spec/predictor/serviceAccountName").asText()).isEqualTo("sa");
        assertThat(made.at("/spec/predictor/model").toString())
                .isEqualTo(
                        "{\"runtime\":\"rt\",\"modelFormat\":{\"name\":\"onnx\"},"
                                + "\"storageUri\":\"s3://b/m\"}");
    }

    @Test
    @DisplayName("ours, but its link was taken off before it was adopted: still the same record")
    void adoptsWithoutALink() {
        scene.untouched("4").asking("4", DesiredState.DEPLOYED);
        scene.keys.put("LINK_TARGET", "annotation"); // so that L is not put back
        scene.labels.remove(Scene.DOMAIN + "inference-service-id");
        Decision decision = scene.decide();
        assertThat(Scene.patches(decision))
                .extracting(RegistryWrite.PatchRecord::id)
                .containsExactly("4");
        assertThat(decision.intents()).noneMatch(it -> it.name().equals("CreateRecord"));
    }
}
