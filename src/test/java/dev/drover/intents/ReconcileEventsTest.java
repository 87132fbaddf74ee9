package dev.drover.intents;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When failing passes are worth an Event on their object. */
class ReconcileEventsTest {
    @SuppressWarnings("StaticAssignmentOfThrowable") // compared by its message, thrown by nobody
    private static final IOException AWAY = new IOException("registry away");

    private final List<Notice> told = new ArrayList<>();
    private final ReconcileEvents events = new ReconcileEvents((flow, notice) -> told.add(notice));

    @Test
    void theFifthFailureInARowIsToldOnceAndItsEndToo() {
        for (int i = 1; i <= 4; i++) {
            fails("uid-1");
        }
        assertThat(told).isEmpty();

        fails("uid-1");
        fails("uid-1");
        assertThat(told)
                .singleElement()
                .satisfies(
                        notice -> {
                            assertThat(notice.reason()).isEqualTo("ReconcileFailed");
                            assertThat(notice.type()).isEqualTo(Notice.Type.WARNING);
                            assertThat(notice.regarding().name()).isEqualTo("llama");
                            assertThat(notice.note())
                                    .isEqualTo(
                                            "5 passes in a row failed, the last one with:"
                                                    + " java.io.IOException: registry away; tried"
                                                    + " again with growing pauses");
                        });

        succeeds("uid-1", false);
        succeeds("uid-1", false);
        assertThat(told).hasSize(2);
        assertThat(told.get(1).reason()).isEqualTo("ReconcileRecovered");
        assertThat(told.get(1).note()).isEqualTo("A pass succeeded after 6 failures");
    }

    @Test
    void aSuccessInBetweenStartsTheCountAnew() {
        for (int round = 0; round < 3; round++) {
            for (int i = 1; i <= 4; i++) {
                fails("uid-1");
            }
            succeeds("uid-1", false);
        }
        assertThat(told).isEmpty();
    }

    @Test
    void anObjectOfTheSameNameIsAnother() {
        for (int i = 1; i <= 4; i++) {
            fails("uid-1");
        }
        fails("uid-2");
        assertThat(told).isEmpty();
    }

    @Test
    void theEndOfAnObjectIsNoRecovery() {
        for (int i = 1; i <= 5; i++) {
            fails("uid-1");
        }
        succeeds("uid-1", true);
        assertThat(told).extracting(Notice::reason).containsExactly("ReconcileFailed");
    }

    private void fails(String uid) {
        events.ended("weights", model(uid), false, AWAY);
    }

    private void succeeds(String uid, boolean gone) {
        events.ended("weights", model(uid), gone, null);
    }

    private static GenericKubernetesResource model(String uid) {
        GenericKubernetesResource model = new GenericKubernetesResource();
        model.setApiVersion("inference.opendatahub.io/v1alpha1");
        model.setKind("ExternalModel");
        model.setMetadata(
                new ObjectMetaBuilder()
                        .withNamespace("team-a")
                        .withName("llama")
                        .withUid(uid)
                        .build());
        return model;
    }
}
