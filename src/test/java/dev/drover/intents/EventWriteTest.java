package dev.drover.intents;

import static dev.drover.intents.ActRouteFixture.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventWriteTest {
    private static final Instant AT = Instant.parse("2026-11-30T08:15:02.114Z");

    @Test
    void writesWhatTheApiWants() {
        assertThat(write(1, "team-a").document("drover-7c", AT))
                .isEqualTo(
                        json(
                                "{'apiVersion':'events.k8s.io/v1','kind':'Event','metadata':{"
                                        + "'namespace':'team-a','name':'llama.18a'},"
                                        + "'eventTime':'2026-11-30T08:15:02.114000Z',"
                                        + "'reportingController':'drover.dev/weights',"
                                        + "'reportingInstance':'drover-7c','action':'PatchWeights',"
                                        + "'reason':'WeightsManaged','type':'Normal','note':'done',"
                                        + "'regarding':{'apiVersion':"
                                        + "'inference.opendatahub.io/v1alpha1','kind':'ExternalModel',"
                                        + "'namespace':'team-a','name':'llama','uid':'uid-llama'}}"));
    }

    @Test
    void tellsHowOftenOnlyFromTheSecondTimeOn() {
        assertThat(write(2, "team-a").document("drover-7c", AT).get("series"))
                .isEqualTo(json("{'count':2,'lastObservedTime':'2026-11-30T08:15:02.114000Z'}"));
        assertThat(write(3, "team-a").patch(AT))
                .isEqualTo(
                        json(
                                "{'series':{'count':3,"
                                        + "'lastObservedTime':'2026-11-30T08:15:02.114000Z'}}"));
    }

    @ParameterizedTest
    @CsvSource({"team-a, team-a", "'', default", ", default"})
    void putsAnEventWhereItsObjectIs(String namespace, String expected) {
        assertThat(write(1, namespace).namespace()).isEqualTo(expected);
    }

    @Test
    void cutsANoteOfEmojiAtACharacter() {
        String cut = EventWrite.cut("🐑".repeat(1250), EventWrite.NOTE_BYTES);

        assertThat(cut).isEqualTo("🐑".repeat(255) + "…");
        assertThat(cut.getBytes(StandardCharsets.UTF_8)).hasSize(1023);
    }

    @Test
    void leavesANoteThatFits() {
        String fits = "x".repeat(1024);

        assertThat(EventWrite.cut(fits, EventWrite.NOTE_BYTES)).isEqualTo(fits);
    }

    @Test
    void aLongNameStaysADnsName() {
        assertThat(EventWrite.name("a".repeat(240) + "." + "b".repeat(12), "18a1c0ffee00"))
                .hasSizeLessThanOrEqualTo(253)
                .matches("[a-z0-9]([-a-z0-9.]*[a-z0-9])?")
                .isEqualTo("a".repeat(240) + ".18a1c0ffee00");
    }

    private static EventWrite write(int count, String namespace) {
        Notice notice =
                new Notice(
                        new Notice.ObjectReference(
                                "inference.opendatahub.io/v1alpha1",
                                "ExternalModel",
                                namespace,
                                "llama",
                                "uid-llama"),
                        Notice.Type.NORMAL,
                        "WeightsManaged",
                        "PatchWeights",
                        "done");
        return new EventWrite(count == 1, "llama.18a", "weights", notice, "done", count);
    }
}
