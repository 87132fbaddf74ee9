package dev.drover.registry.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.registry.api.DesiredState;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.objects.Facts;
import dev.drover.registry.objects.Workload;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which records end with a workload, whatever else is in the way (registry.md 7.2, 9.1, 9.2). */
class EndingTest {
    private final Scene scene = new Scene();

    private List<String> closed(Decision decision) {
        return Scene.patches(decision).stream()
                .filter(it -> it.change().state().equals(Optional.of(DesiredState.UNDEPLOYED)))
                .map(it -> it.registry() + "/" + it.id())
                .toList();
    }

    private void noted(String registry, String record) {
        scene.annotations.put(
                Workload.REGISTRY,
                new Facts(registry, record, "3", "1", "u", Optional.empty()).text());
    }

    /** Of an earlier object of the name {@code ml/iris} in this cluster. */
    private RegistryRecord earlier(String id) {
        RegistryRecord record = scene.identified(scene.own(id, "1", null), "kserve-isvc:old:1");
        scene.view.add(new KnownRecord("ml", record));
        return record;
    }

    @Test
    void aRecordThatAnotherControllerMadeIsClosedThoughItWasNeverAdopted() {
        scene.model("1").link("12");
        scene.identified(scene.own("12", "1", null), null);
        scene.deletedAt = "2026-11-30T11:59:59Z";

        assertThat(closed(scene.decide())).containsExactly("ml/12");
    }

    @Test
    void aNamelessRecordOfAnotherEnvironmentIsNotOurs() {
        scene.model("1").link("12");
        RegistryRecord record = scene.identified(scene.own("12", "1", null), null);
        scene.records.put(
                "12",
                new RegistryRecord(
                        "12",
                        record.name(),
                        Optional.empty(),
                        "77",
                        "1",
                        Optional.empty(),
                        Optional.empty(),
                        DesiredState.DEPLOYED,
                        record.properties()));
        scene.deletedAt = "2026-11-30T11:59:59Z";

        assertThat(scene.decide().intents()).isEmpty();
    }

    @Test
    void theUnadoptedRecordOfTheModelBeforeIsClosed() {
        scene.model("2").link("12");
        scene.identified(scene.own("12", "1", null), null);

        assertThat(closed(scene.decide())).containsExactly("ml/12");
    }

    @ParameterizedTest
    @ValueSource(strings = {"unlabelled", "malformed", "unresolved", "paused"})
    void theRecordOfAnEarlierObjectOfTheNameIsClosedWhateverTheNewOneSays(String how) {
        earlier("4");
        switch (how) {
            case "malformed" -> scene.model("iris");
            case "unresolved" -> {
                scene.model("1");
                scene.resolution = Resolution.failed("RegistryAmbiguous", "two");
            }
            case "paused" -> {
                scene.model("1");
                scene.annotations.put("drover.dev/mode", "paused");
            }
            default -> {}
        }

        assertThat(closed(scene.decide())).containsExactly("ml/4");
    }

    @Test
    void anEarlierRecordThatCannotBeReadIsTriedAgain() {
        earlier("4");
        scene.failing = read -> read instanceof Read.RecordWithId;

        Decision decision = scene.decide();

        assertThat(decision.intents()).isEmpty();
        assertThat(decision.standing().reason()).isEqualTo("NoLabels");
        assertThat(decision.nextLook()).isPresent();
    }

    @ParameterizedTest
    @CsvSource({"another, true", "old, false"})
    void anObjectOfAnotherUidDoesNotKeepAnOrphanOpen(String uid, boolean closes) {
        scene.exists = false;
        scene.orphans.add(
                new KnownRecord(
                        "ml", scene.identified(scene.own("4", "1", null), "kserve-isvc:old:1")));
        scene.live = new Presence(Presence.State.PRESENT, uid);

        assertThat(closed(scene.decide())).isEqualTo(closes ? List.of("ml/4") : List.of());
    }

    @Test
    void whatCanBeReadIsClosedWhileAnotherRegistryIsAway() {
        scene.model("1");
        noted("other", "9");
        scene.view.add(new KnownRecord("ml", scene.own("4", "1", null)));
        scene.gone = true;
        scene.failing =
                read -> read instanceof Read.RecordWithId it && it.registry().equals("other");

        Decision decision = scene.decide();

        assertThat(closed(decision)).containsExactly("ml/4");
        assertThat(decision.failure()).isPresent();
        assertThat(decision.done()).isFalse();
    }

    @Test
    void unlinkingDoesNotWaitForARegistryThatIsNotAllowedAnyMore() {
        noted("removed", "9");
        scene.failing =
                read -> read instanceof Read.RecordWithId it && it.registry().equals("removed");
        scene.code = dev.drover.registry.api.Failure.UNKNOWN;

        Decision decision = scene.decide();

        assertThat(decision.standing().reason()).isEqualTo("Unlinked");
        assertThat(decision.intents())
                .extracting(it -> it.name())
                .containsExactly(MetadataPatch.NAME);
    }

    @Test
    void whereOnlyTheIdIsKnownItsAbsenceNeedsAHealthyRegistry() {
        scene.link("4");
        scene.deletedAt = "2026-11-30T11:59:59Z";
        scene.failing = read -> read instanceof Read.HealthOf;

        Decision decision = scene.decide();

        assertThat(decision.failure()).isPresent();
        assertThat(decision.standing().reason()).isEqualTo("RegistryUnavailable");
    }

    @Test
    void aTurnThatNobodyCouldGiveIsWaitedFor() {
        noted("ml", "4");
        scene.ready().with(scene.own("4", "1", null), DesiredState.UNDEPLOYED);
        scene.failing = read -> read instanceof Read.LinkTurn;

        assertThat(scene.decide().failure()).isPresent();
    }

    @Test
    void whatTheNewModelIsSaysNothingOfTheOldRecord() {
        scene.model("2").link("4").keys.put("ARCHIVED", "refuse-new");
        scene.own("4", "1", null);
        scene.modelState = dev.drover.registry.api.LifeState.ARCHIVED;

        Decision decision = scene.decide();

        assertThat(decision.standing().reason()).isEqualTo("Archived");
        assertThat(decision.intents()).isEmpty();
    }

    @Test
    void aNoteThatIsNotKeptAnyMoreIsDroppedOnce() {
        scene.model("1").link("4").keys.put("STATUS_ANNOTATION", "off");
        scene.own("4", "1", null);
        noted("other", "9");

        assertThat(scene.intents()).containsExactly(MetadataPatch.NAME);

        scene.annotations.clear();
        assertThat(scene.intents()).isEmpty();
    }

    @Test
    void aStrippedWorkloadThatMovesSaysWhichRecordItHasElsewhere() {
        scene.link("9").keys.put("LINK_LABELS", "strip");
        noted("other", "9");
        scene.elsewhere.put("9", scene.own("9", "1", null));
        scene.records.clear();

        Decision decision = scene.decide();

        assertThat(decision.standing().reason()).isEqualTo("LinkLost");
        assertThat(decision.standing().message()).contains("record 9 of other");
        assertThat(scene.asked).noneMatch(Read.RecordIdentifiedBy.class::isInstance);
    }
}
