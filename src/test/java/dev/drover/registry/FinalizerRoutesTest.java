package dev.drover.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.registry.api.Operation;
import dev.drover.sandbox.registry.RegistryDouble;
import dev.drover.sandbox.registry.RegistryFault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How long a deletion may wait for its record (registry.md 9.3). */
@Timeout(60)
class FinalizerRoutesTest extends TwoServersTest {
    private static final Map<String, String> ON = Map.of("FINALIZER", "on");
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final String FOREIGN = "modelregistry.opendatahub.io/finalizer";

    private boolean exists() {
        return api.get("inferenceservices", "ml", "iris").isPresent();
    }

    private void delete() {
        api.delete("inferenceservices", "ml", "iris");
    }

    private String state() {
        return registry.records().get(0).path("desiredState").asText();
    }

    private void awaitClosed(SyncFixture drover, Duration within) {
        long begin = drover.nowNanos();
        while (!state().equals("UNDEPLOYED")) {
            assertThat(Duration.ofNanos(drover.nowNanos() - begin)).isLessThan(within);
            drover.live(Duration.ofSeconds(5));
        }
    }

    @Test
    void holdsADeletionUntilTheRecordIsClosed() throws Exception {
        try (SyncFixture drover = drover(ON)) {
            link(drover);
            assertThat(drover.iris().at("/metadata/finalizers/0").asText())
                    .isEqualTo("drover.dev/registry");
            assertThat(drover.meters.get("drover.registry.finalizers").gauge().value())
                    .isEqualTo(1);
            delete();
            await().until(() -> !exists());
            assertThat(state()).isEqualTo("UNDEPLOYED");
            assertThat(drover.reasons()).doesNotContain("DeletedUnrecorded");
        }
    }

    /** What keeps a record from being closed. */
    enum Trouble {
        AWAY(registry -> registry.fail(RegistryFault.everywhere().text(503))),
        REFUSING(RegistryDouble::refuse),
        WITHOUT_DATABASE(registry -> registry.database().stop()),
        READ_ONLY(registry -> registry.database().readOnly()),
        UNAUTHORIZED(registry -> registry.fail(RegistryFault.everywhere().html(401))),
        FORBIDDEN_TO_WRITE(
                registry -> registry.fail(RegistryFault.on(Operation.PATCH_RECORD).text(403)));

        private final Consumer<RegistryDouble> begin;

        Trouble(Consumer<RegistryDouble> begin) {
            this.begin = begin;
        }

        void end(RegistryDouble registry) {
            registry.heal();
            registry.database().start();
            if (this == REFUSING) {
                registry.listen();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Trouble.class)
    void holdsADeletionNoLongerThanItsDeadline(Trouble trouble) throws Exception {
        try (SyncFixture drover = drover(ON)) {
            link(drover);
            trouble.begin.accept(registry);
            delete();
            drover.awaitIdle();
            drover.live(DEADLINE.minusSeconds(5));
            assertThat(exists()).as("held for its record").isTrue();
            assertThat(drover.reasons()).doesNotContain("DeletedUnrecorded");

            drover.live(Duration.ofSeconds(8));
            drover.live(Duration.ofSeconds(2));
            assertThat(exists()).as("gone 5 s after the deadline").isFalse();
            assertThat(drover.reasons()).contains("DeletedUnrecorded");
            assertThat(state()).isEqualTo("DEPLOYED");

            trouble.end(registry);
            awaitClosed(drover, Duration.ofSeconds(60).plus(Duration.ofMinutes(5)));
        }
    }

    @Test
    void aSweepFinishesWhatADeadlineLeftOpen() throws Exception {
        try (SyncFixture drover = drover(ON)) {
            link(drover);
            drover.create("other", "1", null); // else all would be gone, which no sweep believes
            await().until(() -> !drover.link("other").isEmpty());
            registry.fail(RegistryFault.everywhere().text(503));
            delete();
            drover.awaitIdle();
            drover.live(DEADLINE.plusSeconds(1));
            drover.live(Duration.ofSeconds(2));
            assertThat(exists()).isFalse();
        }
        registry.heal();
        try (SyncFixture drover = drover(ON)) {
            await().until(() -> state().equals("UNDEPLOYED"));
            assertThat(drover.counter("drover.registry.closed", "cause", "orphan")).contains(1.0);
        }
    }

    @Test
    void aRefusalHoldsNothingUp() throws Exception {
        try (SyncFixture drover = drover(ON)) {
            link(drover);
            registry.fail(RegistryFault.on(Operation.PATCH_RECORD).status(400));
            delete();
            await().until(() -> !exists());
            assertThat(drover.reasons()).contains("Rejected", "DeletedUnrecorded");
        }
    }

    @Test
    void aRegistryThatIsNotAllowedAnyMoreHoldsNothingUp() throws Exception {
        try (SyncFixture drover = drover(ON)) {
            link(drover);
            drover.withdraw("AT_ML_URL");
            drover.sweep();
            delete();
            await().until(() -> !exists());
            assertThat(drover.reasons()).contains("DeletedUnrecorded");
        }
    }

    /** What somebody does to a workload before it is deleted. */
    enum Oddity {
        PAUSED(drover -> drover.annotate("drover.dev/mode", "paused")),
        UNLABELLED(
                drover -> {
                    for (String key :
                            List.of(
                                    SyncFixture.MODEL_LABEL,
                                    SyncFixture.VERSION_LABEL,
                                    SyncFixture.LINK_LABEL)) {
                        drover.label(key, null);
                    }
                }),
        MALFORMED(drover -> drover.label(SyncFixture.MODEL_LABEL, "iris")),
        OF_ANOTHER_REGISTRY(drover -> drover.label("modelregistry.opendatahub.io/name", "no"));

        private final Consumer<SyncFixture> edit;

        Oddity(Consumer<SyncFixture> edit) {
            this.edit = edit;
        }
    }

    @ParameterizedTest
    @EnumSource(Oddity.class)
    void closesAndLetsGoWhateverTheLabelsSay(Oddity oddity) throws Exception {
        try (SyncFixture drover = drover(ON)) {
            link(drover);
            oddity.edit.accept(drover);
            drover.awaitIdle();
            delete();
            await().until(() -> !exists());
            assertThat(state()).isEqualTo("UNDEPLOYED");
            assertThat(drover.reasons()).doesNotContain("DeletedUnrecorded");
        }
    }

    @Test
    void takesItsFinalizerAwayWhenThatIsSwitchedOff() throws Exception {
        try (SyncFixture drover = drover(ON)) {
            link(drover);
            drover.apply(Map.of("FINALIZER", "off"));
            drover.look();
            await().until(() -> drover.iris().at("/metadata/finalizers").isEmpty());
            drover.awaitQuiet();
            assertThat(drover.meters.get("drover.registry.finalizers").gauge().value()).isZero();
            assertThat(registry.requests(Operation.CREATE_RECORD)).hasSize(1);
        }
    }

    private static final Map<String, String> CLEARS = Map.of("CLEAR_FOREIGN_FINALIZERS", "on");

    private void hold() {
        api.patch(
                "inferenceservices",
                "ml",
                "iris",
                "{\"metadata\":{\"finalizers\":[\"%s\",\"example.com/other\"]}}"
                        .formatted(FOREIGN));
    }

    private String finalizers(SyncFixture drover) {
        return drover.iris().at("/metadata/finalizers").toString();
    }

    @Test
    void removesAForeignFinalizerThatOutlivedItsControllerAndNoOther() throws Exception {
        try (SyncFixture drover = drover(CLEARS)) {
            link(drover);
            hold();
            delete();
            await().until(() -> state().equals("UNDEPLOYED"));
            drover.live(DEADLINE.minusSeconds(2));
            assertThat(finalizers(drover)).contains(FOREIGN);
            drover.live(Duration.ofSeconds(3));
            assertThat(finalizers(drover)).isEqualTo("[\"example.com/other\"]");
            assertThat(drover.reasons()).contains("ForeignFinalizerRemoved");
        }
    }

    @Test
    void removesItThoughTheRecordCannotBeClosed() throws Exception {
        try (SyncFixture drover = drover(CLEARS)) {
            link(drover);
            hold();
            registry.database().readOnly();
            delete();
            drover.awaitIdle();
            drover.live(DEADLINE.minusSeconds(2));
            assertThat(finalizers(drover)).contains(FOREIGN);
            drover.live(Duration.ofSeconds(3));
            drover.live(Duration.ofSeconds(2));
            assertThat(finalizers(drover)).isEqualTo("[\"example.com/other\"]");
        }
    }

    @Test
    void leavesForeignFinalizersAloneUnlessTold() throws Exception {
        try (SyncFixture drover = drover(Map.of())) {
            link(drover);
            hold();
            delete();
            await().until(() -> state().equals("UNDEPLOYED"));
            drover.live(DEADLINE.multipliedBy(2));
            drover.look();
            drover.awaitIdle();
            assertThat(finalizers(drover)).contains(FOREIGN);
        }
    }
}
