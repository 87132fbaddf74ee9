package dev.drover.registry.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.intents.Intent;
import dev.drover.registry.api.DesiredState;
import dev.drover.registry.api.LifeState;
import dev.drover.registry.api.Property;
import dev.drover.registry.api.Reason;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.objects.Facts;
import dev.drover.registry.objects.Workload;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rows of registry.md 7.3, in their order. */
class DecisionTableTest {
    private final Scene scene = new Scene();

    private void expect(Decision decision, Standing.State state, String reason) {
        assertThat(decision.standing().state()).isEqualTo(state);
        assertThat(decision.standing().reason()).isEqualTo(reason);
    }

    @Test
    @DisplayName("1: paused: nothing")
    void paused() {
        scene.model("1").annotations.put("drover.dev/mode", "paused");
        Decision decision = scene.decide();
        expect(decision, Standing.State.SKIPPED, "Paused");
        assertThat(decision.intents()).isEmpty();
        assertThat(scene.asked).isEmpty();
    }

    @Test
    @DisplayName("2: terminating: its record is closed, paused or not")
    void terminating() {
        scene.model("1").version("201").link("4").annotations.put("drover.dev/mode", "paused");
        scene.own("4", "1", "201");
        scene.deletedAt = "2026-11-30T11:59:59Z";
        Decision decision = scene.decide();
        assertThat(Scene.patches(decision)).hasSize(1);
        assertThat(Scene.patches(decision).get(0).change().state())
                .contains(DesiredState.UNDEPLOYED);
        assertThat(Scene.patches(decision).get(0).change().properties())
                .containsEntry("ready", new Property.Flag(false))
                .containsEntry("ready_reason", new Property.Text("Deleted"))
                .containsKey("theirs");
    }

    @Test
    @DisplayName("2: gone and closed already: no PATCH")
    void closedAlready() {
        scene.model("1").link("4");
        scene.with(scene.own("4", "1", null), DesiredState.UNDEPLOYED);
        scene.gone = true;
        Decision decision = scene.decide();
        assertThat(decision.intents()).isEmpty();
        assertThat(decision.done()).isTrue();
    }

    @ParameterizedTest(name = "3: {0}")
    @CsvSource({"no labels, , NoLabels", "labels of the other domain, 1, ForeignDomain"})
    void unlabelled(String because, String foreign, String reason) {
        if (foreign != null) {
            scene.labels.put("modelregistry.kubeflow.org/registered-model-id", foreign);
        }
        Decision decision = scene.decide();
        expect(decision, Standing.State.SKIPPED, reason);
        assertThat(decision.intents()).isEmpty();
        assertThat(scene.asked).isEmpty();
    }

    @Test
    @DisplayName("3: a version without a model: said what is missing")
    void versionAlone() {
        Decision decision = scene.version("201").decide();
        expect(decision, Standing.State.SKIPPED, "NoLabels");
        assertThat(decision.lines())
                .containsExactly(
                        new Decision.Line(
                                false,
                                "Reconciling InferenceService: ml/iris: label %smodel-version-id alone asks for no record; label %<sregistered-model-id is missing"
                                        .formatted(Scene.DOMAIN)));
        assertThat(scene.asked).isEmpty();
    }

    @Test
    @DisplayName("4: labels removed: the record is closed, annotation dropped")
    void unlinked() {
        scene.annotations.put(
                Workload.REGISTRY, new Facts("ml", "4", "3", "1", "u", Optional.empty()).text());
        scene.own("4", "1", "201");
        Decision decision = scene.decide();
        expect(decision, Standing.State.SKIPPED, "Unlinked");
        assertThat(scene.intents()).containsExactly("PatchRecord", "PatchMetadata", "AddServe");
        assertThat(
                        decision.intents()
                                .get(1)
                                .document()
                                .at("/metadata/annotations/drover.dev~1registry")
                                .isNull())
                .isTrue();
    }

    @ParameterizedTest(name = "5: M={0} V={1}")
    @CsvSource({"abc, ", "0, ", "1234567890, ", "1, x", "-1, 2"})
    void malformed(String model, String version) {
        scene.model(model);
        if (version != null) {
            scene.version(version);
        }
        Decision decision = scene.decide();
        expect(decision, Standing.State.FAILED, "InvalidReference");
        assertThat(decision.intents()).isEmpty();
        assertThat(scene.asked).isEmpty();
    }

    @Test
    @DisplayName("6: no registry: no call")
    void unresolved() {
        scene.model("1").resolution = Resolution.failed("RegistryAmbiguous", "set a label");
        Decision decision = scene.decide();
        expect(decision, Standing.State.FAILED, "RegistryAmbiguous");
        assertThat(decision.intents()).isEmpty();
        assertThat(scene.asked).isEmpty();
    }

    @Test
    @DisplayName("6: an environment that is named after a cluster without identity: nothing yet")
    void clusterUnknown() {
        scene.model("1").keys.put("ENVIRONMENT", "{cluster}-{namespace}");
        scene.cluster = Optional.empty();
        Decision decision = scene.decide();
        expect(decision, Standing.State.PENDING, "ClusterUnknown");
        assertThat(decision.intents()).isEmpty();
        assertThat(decision.nextLook()).isPresent();
        assertThat(scene.asked).isEmpty();
    }

    @ParameterizedTest(name = "7: {0}")
    @CsvSource({
        "UNAVAILABLE, PENDING, RegistryUnavailable",
        "UNAUTHORIZED, FAILED, Unauthorized",
        "FORBIDDEN, FAILED, Forbidden",
        "TLS_FAILED, FAILED, TlsFailed",
        "MISCONFIGURED, FAILED, RegistryMisconfigured",
    })
    void failedRead(Reason reason, Standing.State state, String word) {
        scene.model("1").version("201");
        scene.reason = reason;
        scene.failing = read -> read instanceof Read.RecordIdentifiedBy;
        Decision decision = scene.decide();
        expect(decision, state, word);
        assertThat(decision.intents()).isEmpty();
        assertThat(decision.failure()).isPresent();
    }

    @Test
    @DisplayName("8: L is of another registry: linked here, closed there")
    void linkElsewhere() {
        scene.model("1")
                .version("201")
                .link("4")
                .annotations
                .put(
                        Workload.REGISTRY,
                        new Facts("old", "4", "3", "1", "u", Optional.empty()).text());
        RegistryRecord there = scene.own("4", "1", "201");
        scene.records.clear();
        scene.elsewhere.put("4", there);
        assertThat(scene.intents())
                .containsExactly(
                        "CreateEnvironment",
                        "CreateRecord",
                        "PatchMetadata",
                        "PatchRecord",
                        "AddServe");
        assertThat(Scene.patches(scene.decide()).get(0).registry()).isEqualTo("old");
    }

    @Test
    @DisplayName("9: L's record is foreign: never written, own identity goes on")
    void foreignLink() {
        scene.model("1").version("201").link("4");
        scene.identified(scene.own("4", "1", "201"), "theirs");
        Decision decision = scene.decide();
        assertThat(Scene.patches(decision)).isEmpty();
        assertThat(scene.intents()).containsExactly("CreateRecord", "PatchMetadata");
        assertThat(decision.notices()).anyMatch(it -> it.reason().equals("LinkMismatch"));
        RegistryWrite.CreateRecord create =
                (RegistryWrite.CreateRecord) Scene.writes(decision).get(0);
        assertThat(create.record().name()).isEqualTo("iris/u/1"); // the shorter one is taken
    }

    @Test
    @DisplayName("10: L's record is missing, own identity found: L is rewritten")
    void identityFound() {
        scene.model("1").version("201").link("9");
        scene.own("4", "1", "201");
        Decision decision = scene.decide();
        assertThat(scene.intents()).containsExactly("PatchMetadata");
        assertThat(decision.intents().get(0).document().at("/metadata/labels").toString())
                .contains("\"4\"");
    }

    @Test
    @DisplayName("11: L's record is missing and nothing else is there: confirmed, then made anew")
    void lost() {
        scene.model("1").version("201").link("9");
        Decision first = scene.decide();
        expect(first, Standing.State.PENDING, "Confirming");
        assertThat(first.intents()).isEmpty();
        assertThat(first.nextLook()).contains(Duration.ofSeconds(30));
        scene.memory = first.memory();
        scene.nowNanos += Duration.ofSeconds(29).toNanos();
        expect(scene.decide(), Standing.State.PENDING, "Confirming");
        scene.nowNanos += Duration.ofSeconds(1).toNanos();
        Decision last = scene.decide();
        expect(last, Standing.State.SYNCED, "Linked");
        assertThat(last.intents().stream().map(Intent::name)).contains("CreateRecord");
        assertThat(
                        last.intents().stream()
                                .flatMap(it -> it.account().notice().stream())
                                .map(it -> it.reason()))
                .contains("RecordRecreated");
    }

    @Test
    @DisplayName("11: a failure in between starts the count anew")
    void lostAndFailed() {
        scene.model("1").version("201").link("9");
        scene.memory = scene.decide().memory();
        scene.nowNanos += Duration.ofSeconds(20).toNanos();
        scene.failing = read -> read instanceof Read.HealthOf;
        scene.memory = scene.decide().memory();
        scene.failing = read -> false;
        scene.nowNanos += Duration.ofSeconds(20).toNanos();
        expect(scene.decide(), Standing.State.PENDING, "Confirming");
    }

    @Test
    @DisplayName("11: without M nothing says what a new record should be of")
    void lostForGood() {
        scene.link("9");
        scene.memory = scene.decide().memory();
        scene.nowNanos += Duration.ofSeconds(30).toNanos();
        Decision decision = scene.decide();
        expect(decision, Standing.State.FAILED, "LinkLost");
        assertThat(decision.intents()).isEmpty();
        scene.memory = decision.memory();
        scene.nowNanos += Duration.ofSeconds(60).toNanos();
        Decision later = scene.decide();
        expect(later, Standing.State.FAILED, "LinkLost"); // a walk may ask again every minute
        assertThat(later.nextLook()).contains(Duration.ofHours(1));
        assertThat(later.memory()).isEqualTo(decision.memory());
    }

    @Test
    @DisplayName("11: a record that came back and went again is confirmed again")
    void lostTwice() {
        scene.link("9");
        scene.memory = scene.decide().memory();
        scene.nowNanos += Duration.ofSeconds(30).toNanos();
        scene.memory = scene.decide().memory();
        scene.own("9", "1", null);
        scene.memory = scene.decide().memory();
        scene.records.clear();
        expect(scene.decide(), Standing.State.PENDING, "Confirming");
    }

    @ParameterizedTest(name = "12: model {0}, version {1}: {2}")
    @CsvSource({
        "404, 201, registered-model-id: model 404 does not exist",
        "1, 404, model-version-id: model version 404 does not exist",
        "1, 202, model-version-id: model version 202 is not a version of model 1",
    })
    void wrongReference(String model, String version, String message) {
        scene.model(model).version(version);
        Decision decision = scene.decide();
        expect(decision, Standing.State.FAILED, "InvalidReference");
        assertThat(decision.standing().message())
                .isEqualTo("label " + Scene.DOMAIN + message + " in registry ml");
        assertThat(decision.intents()).isEmpty();
        assertThat(decision.nextLook()).contains(Duration.ofHours(1));
        scene.memory = decision.memory();
        scene.decide();
        assertThat(scene.asked).isEmpty(); // known for an hour
        scene.resolution = Resolution.of("other");
        scene.decide();
        assertThat(scene.asked).isNotEmpty(); // of that registry only
    }

    @Test
    @DisplayName("12: other fields of an existing record stay true")
    void wrongVersionOfAKnownRecord() {
        scene.model("1").version("404").link("4");
        scene.with(scene.own("4", "1", "201"), Map.of());
        Decision decision = scene.decide();
        expect(decision, Standing.State.FAILED, "InvalidReference");
        assertThat(Scene.patches(decision)).hasSize(1);
        assertThat(Scene.patches(decision).get(0).change().version()).isEmpty();
    }

    @Test
    @DisplayName("13: no record: environment, record, link")
    void firstLink() {
        scene.model("1").version("201");
        Decision decision = scene.decide();
        expect(decision, Standing.State.SYNCED, "Linked");
        assertThat(decision.intents().stream().map(Intent::name))
                .containsExactly("CreateEnvironment", "CreateRecord", "PatchMetadata");
    }

    @Test
    @DisplayName("13: with finalizer=on that comes first")
    void firstLinkWithFinalizer() {
        scene.keys.put("FINALIZER", "on");
        assertThat(scene.model("1").version("201").intents())
                .containsExactly(
                        "PatchMetadata", "CreateEnvironment", "CreateRecord", "PatchMetadata");
    }

    @Test
    @DisplayName("14: another model: a new record, then the old one is closed")
    void anotherModel() {
        scene.model("2").version("202").link("4");
        scene.own("4", "1", "201");
        assertThat(scene.intents())
                .containsExactly("CreateRecord", "PatchMetadata", "PatchRecord", "AddServe");
    }

    @Test
    @DisplayName("15: another version: one PATCH, nothing on the workload")
    void anotherVersion() {
        scene.model("1").version("301").link("4");
        scene.own("4", "1", "201");
        Decision decision = scene.decide();
        assertThat(decision.intents().stream().map(Intent::name))
                .containsExactly("PatchRecord", "AddServe");
        assertThat(Scene.patches(decision).get(0).change().version()).contains("301");
    }

    @ParameterizedTest(name = "16: V removed, link-labels={0}")
    @CsvSource({"keep, true", "strip, false"})
    void versionRemoved(String labels, boolean told) {
        scene.model("1").link("4").keys.put("LINK_LABELS", labels);
        scene.own("4", "1", "201");
        assertThat(
                        Scene.patches(scene.decide()).stream()
                                .anyMatch(
                                        it ->
                                                it.change()
                                                        .properties()
                                                        .containsKey("version_pinned")))
                .isEqualTo(told);
    }

    @Test
    @DisplayName("17: properties wait for min-update-interval, a state does not")
    void properties() {
        scene.model("1").version("201").link("4");
        RegistryRecord record = scene.with(scene.own("4", "1", "201"), Map.of());
        scene.memory = scene.memory.patchedAt(scene.nowNanos - Duration.ofSeconds(4).toNanos());
        Decision waiting = scene.decide();
        assertThat(waiting.intents()).isEmpty();
        assertThat(waiting.nextLook()).contains(Duration.ofSeconds(6));
        scene.with(record, DesiredState.UNDEPLOYED);
        assertThat(Scene.patches(scene.decide())).hasSize(1);
    }

    @Test
    @DisplayName("18: a workload that serves waits for its turn; its record does not")
    void paced() {
        scene.ready().model("1").version("201");
        scene.linkTurn = new Turn(Optional.of(Duration.ofSeconds(10)));
        Decision decision = scene.decide();
        expect(decision, Standing.State.PENDING, "LinkPaced");
        assertThat(decision.nextLook()).contains(Duration.ofSeconds(10));
        assertThat(decision.intents().stream().map(Intent::name))
                .contains("CreateRecord")
                .doesNotContain("PatchMetadata");
    }

    @Test
    @DisplayName("18: a right link without annotation is left alone")
    void rightLink() {
        scene.model("1").version("201").link("4");
        scene.own("4", "1", "201");
        assertThat(scene.intents()).isEmpty();
    }

    @Test
    @DisplayName("19: a second open record of this uid is closed")
    void second() {
        scene.model("1").version("201").link("4");
        scene.own("4", "1", "201");
        RegistryRecord other = scene.own("9", "2", "202");
        scene.view.add(new KnownRecord("ml", other));
        Decision decision = scene.decide();
        assertThat(Scene.patches(decision)).hasSize(1);
        assertThat(Scene.patches(decision).get(0).id()).isEqualTo("9");
        expect(decision, Standing.State.SYNCED, "Linked");
    }

    @Test
    @DisplayName("20: archived: recorded, or refused")
    void archived() {
        scene.modelState = LifeState.ARCHIVED;
        scene.model("1").version("201");
        RegistryWrite.CreateRecord create =
                (RegistryWrite.CreateRecord) Scene.writes(scene.decide()).get(1);
        assertThat(create.record().properties()).containsEntry("archived", new Property.Flag(true));
        scene.keys.put("ARCHIVED", "refuse-new");
        Decision refused = scene.decide();
        expect(refused, Standing.State.FAILED, "Archived");
        assertThat(refused.intents()).isEmpty();
    }
}
