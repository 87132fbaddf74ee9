package dev.drover.intents;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Spec operations 10 and example 5 of 19. */
class EventCorrelatorTest {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1); // the clock may wrap around
    private final AtomicInteger suffix = new AtomicInteger();
    private final EventCorrelator correlator =
            new EventCorrelator(now::get, () -> "s" + suffix.incrementAndGet());

    @Test
    void fortyDifferentNotesInASecondAreTwentyFiveWrites() {
        List<Optional<EventWrite>> writes =
                IntStream.rangeClosed(1, 40).mapToObj(i -> record("llama", "note " + i)).toList();

        assertThat(writes.subList(0, 9))
                .extracting(write -> write.orElseThrow().note())
                .containsExactly(
                        "note 1", "note 2", "note 3", "note 4", "note 5", "note 6", "note 7",
                        "note 8", "note 9");
        assertThat(writes.subList(0, 10)).allMatch(write -> write.orElseThrow().create());
        EventWrite combined = writes.get(9).orElseThrow();
        assertThat(combined.note()).isEqualTo("(combined from similar events): note 10");
        assertThat(writes.subList(10, 25))
                .extracting(write -> write.orElseThrow().count())
                .containsExactly(2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
        assertThat(writes.subList(10, 25))
                .allMatch(write -> !write.orElseThrow().create())
                .allMatch(write -> write.orElseThrow().name().equals(combined.name()));
        assertThat(writes.subList(25, 40)).allMatch(Optional::isEmpty);
    }

    @Test
    void theNextWriteComesAfterFiveMinutesWithTheTrueCount() {
        IntStream.rangeClosed(1, 40).forEach(i -> record("llama", "note " + i));

        pass(Duration.ofMinutes(5).minusNanos(1));
        assertThat(record("llama", "note 41")).isEmpty();
        pass(Duration.ofNanos(1));
        assertThat(record("llama", "note 42").orElseThrow().count())
                .as("10th to 42nd")
                .isEqualTo(33);
        assertThat(record("llama", "note 43")).as("one token a refill").isEmpty();
    }

    @Test
    void twelveEqualEventsAreOneCreateAndElevenCounts() {
        List<EventWrite> writes = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            writes.add(record("llama", "same").orElseThrow());
            pass(Duration.ofSeconds(50));
        }

        assertThat(writes)
                .extracting(EventWrite::count)
                .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
        assertThat(writes.get(0).create()).isTrue();
        assertThat(writes.subList(1, 12)).noneMatch(EventWrite::create);
    }

    @Test
    void theSameAfterMoreThanTenQuietMinutesIsANewEvent() {
        EventWrite first = record("llama", "same").orElseThrow();
        pass(Duration.ofMinutes(10).plusNanos(1));
        EventWrite second = record("llama", "same").orElseThrow();

        assertThat(second.create()).isTrue();
        assertThat(second.count()).isEqualTo(1);
        assertThat(second.name()).isNotEqualTo(first.name());
    }

    @Test
    void aTalkativeObjectSilencesNoOther() {
        IntStream.rangeClosed(1, 40).forEach(i -> record("llama", "note " + i));

        assertThat(record("mistral", "note")).isPresent();
    }

    @Test
    void otherReasonsAreNotCombined() {
        IntStream.rangeClosed(1, 10).forEach(i -> record("llama", "note " + i));

        EventWrite other =
                correlator
                        .correlate("weights", notice("llama", "OtherReason", "note 11"))
                        .orElseThrow();

        assertThat(other.note()).isEqualTo("note 11");
    }

    @Test
    void anEventDroppedBeforeItsCreationIsCreatedLaterWithItsCount() {
        IntStream.rangeClosed(1, 25)
                .forEach(i -> correlator.correlate("weights", notice("llama", "R" + i, "n")));
        assertThat(record("llama", "late")).isEmpty();
        pass(Duration.ofMinutes(5));

        EventWrite write = record("llama", "late").orElseThrow();

        assertThat(write.create()).isTrue();
        assertThat(write.count()).isEqualTo(2);
    }

    private Optional<EventWrite> record(String object, String note) {
        return correlator.correlate("weights", notice(object, "WeightsManaged", note));
    }

    static Notice notice(String object, String reason, String note) {
        return new Notice(
                new Notice.ObjectReference(
                        "inference.opendatahub.io/v1alpha1",
                        "ExternalModel",
                        "team-a",
                        object,
                        "uid-" + object),
                Notice.Type.NORMAL,
                reason,
                "PatchWeights",
                note);
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }
}
