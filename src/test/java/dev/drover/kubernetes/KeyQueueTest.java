package dev.drover.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyQueueTest {
    private static final ObjectKey A = ObjectKey.parse("team-a/a");
    private static final ObjectKey B = ObjectKey.parse("team-a/b");

    private long now = -5_000_000_000L; // a monotonic clock may start anywhere
    private boolean gate = true;
    private double random;
    private int version = 100;
    private final KeyQueue queue =
            new KeyQueue(
                    new RetryBackoff(Duration.ofSeconds(1), Duration.ofMinutes(5)),
                    5,
                    () -> gate,
                    () -> now,
                    () -> random);

    @Test
    void holdsAKeyOnceHoweverOftenItIsAdded() {
        for (int i = 0; i < 10; i++) {
            tick(A);
        }

        assertThat(drain()).containsExactly(A);
    }

    @Test
    void givesAKeyToOneWorkerAtATimeAndBringsItBackWhenAddedMeanwhile() {
        tick(A);
        Work work = take();
        tick(A);
        assertThat(queue.poll()).isEmpty();

        queue.done(work, PassOutcome.done());

        assertThat(take().key()).isEqualTo(A);
    }

    @Test
    void forgetsAKeyThatIsDone() {
        edit(A);
        queue.done(take(), PassOutcome.done());

        assertThat(queue.poll()).isEmpty();
        assertThat(queue.state()).isEqualTo(state(0, 0, 0, 0, 1, 0, 0));
    }

    @Test
    void failedKeysPauseOneSecondDoublingUpToFiveMinutes() {
        edit(A);
        List<Long> pauses = new ArrayList<>();
        for (int attempt = 1; attempt <= 11; attempt++) {
            Work work = take();
            assertThat(work.attempt()).isEqualTo(attempt);
            queue.done(work, PassOutcome.failed());
            pauses.add(secondsUntilReady());
        }

        assertThat(pauses).containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 64L, 128L, 256L, 300L, 300L);
    }

    @Test
    void pausesUpToAFifthLongerSoThatKeysDoNotComeBackTogether() {
        random = 1;
        edit(A);
        queue.done(take(), PassOutcome.failed());

        advance(Duration.ofMillis(1199));
        assertThat(queue.poll()).isEmpty();
        advance(Duration.ofMillis(1));
        assertThat(queue.poll()).isPresent();
    }

    @Test
    void anEditEndsTheBackoffAndCountsFromOneAgain() {
        edit(A);
        for (int i = 0; i < 8; i++) {
            queue.done(take(), PassOutcome.failed());
            secondsUntilReady();
        }
        queue.done(take(), PassOutcome.failed());
        assertThat(queue.poll()).isEmpty();

        edit(A);

        Work work = take();
        assertThat(work.attempt()).isEqualTo(1);
        assertThat(work.cause()).isEqualTo("updated");
    }

    @Test
    void anEditDuringAFailingPassIsServedAtOnce() {
        edit(A);
        Work work = take();
        edit(A);
        queue.done(work, PassOutcome.failed());

        assertThat(take().attempt()).isEqualTo(1);
    }

    @Test
    void aTickDoesNotEndTheBackoff() {
        edit(A);
        queue.done(take(), PassOutcome.failed());

        tick(A);

        assertThat(queue.poll()).isEmpty();
        assertThat(secondsUntilReady()).isEqualTo(1);
    }

    @Test
    void retriesNoMoreThanFiveTimesASecondHoweverOftenTheObjectIsEdited() {
        edit(A);
        int passes = 0;
        for (int millis = 0; millis < 10_000; millis += 20) {
            edit(A);
            var work = queue.poll();
            if (work.isPresent()) {
                passes++;
                queue.done(work.get(), PassOutcome.failed());
            }
            advance(Duration.ofMillis(20));
        }

        assertThat(passes).isBetween(45, 51);
    }

    @Test
    void thousandEditsASecondGiveNoMorePassesThanFitAndTheLastOneAfterTheLastEdit() {
        int passes = 0;
        Work running = null;
        long lastTakenAt = 0;
        long lastEditAt = 0;
        int otherServedAfterMillis = -1;
        for (int millis = 0; millis <= 5_100; millis++) {
            if (running != null && millis % 10 == 0) {
                queue.done(running, PassOutcome.done());
                running = null;
            }
            if (millis < 5_000) {
                edit(A);
                lastEditAt = now;
            }
            if (millis == 2_500) {
                edit(B);
            }
            if (running == null) {
                running = queue.poll().orElse(null);
                if (running != null && running.key().equals(B)) {
                    otherServedAfterMillis = millis - 2_500;
                } else if (running != null) {
                    passes++;
                    lastTakenAt = now;
                }
            }
            advance(Duration.ofMillis(1));
        }

        assertThat(passes).isBetween(490, 501);
        assertThat(lastTakenAt).isGreaterThanOrEqualTo(lastEditAt);
        assertThat(otherServedAfterMillis).isBetween(0, 100);
    }

    @Test
    void editsAreServedBeforeTheBacklogOfTheInitialList() {
        for (int i = 0; i < 1_000; i++) {
            firstSight(ObjectKey.parse("team-b/" + i));
        }
        edit(A);

        assertThat(take().key()).isEqualTo(A);
    }

    @Test
    void anEditedKeyOfTheBacklogMovesForward() {
        firstSight(B);
        firstSight(A);
        edit(A);

        assertThat(drain()).containsExactly(A, B);
    }

    @Test
    void aStormOfEditsDoesNotStarveTheBacklog() {
        firstSight(B);
        List<ObjectKey> served = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            edit(A);
            Work work = take();
            served.add(work.key());
            queue.done(work, PassOutcome.done());
        }

        assertThat(served).contains(B);
    }

    @ParameterizedTest(name = "{0} and {1} show as {2}")
    @CsvSource({
        "updated,     deleted,     deleted",
        "created,     updated,     created",
        "first-sight, updated,     updated",
        "tick,        first-sight, first-sight",
        "tick,        scrape,      tick",
        "retry,       tick,        tick",
    })
    void showsTheStrongestOfMergedCauses(String one, String other, String shown) {
        add(A, one);
        add(A, other);

        assertThat(take().cause()).isEqualTo(shown);
    }

    @Test
    void aDelayedKeyComesWhenItsTimeHasComeAndSoonerWhenEdited() {
        queue.add(A, "tick", Duration.ofSeconds(30));
        queue.add(B, "tick", Duration.ofSeconds(30));
        edit(B);
        assertThat(drain()).containsExactly(B);

        assertThat(secondsUntilReady()).isEqualTo(30);
    }

    @Test
    void lookingAgainIsNoFailure() {
        edit(A);
        queue.done(take(), PassOutcome.lookAgain(Duration.ofSeconds(7)));
        assertThat(queue.state().retrying()).isZero();

        assertThat(secondsUntilReady()).isEqualTo(7);
        Work again = take();
        assertThat(again.attempt()).isEqualTo(1);
        assertThat(again.cause()).isEqualTo("look-again");
    }

    @Test
    void aRejectedKeyWaitsForAChange() {
        edit(A);
        queue.done(take(), PassOutcome.rejected(null));
        advance(Duration.ofHours(1));
        assertThat(queue.poll()).isEmpty();

        edit(A);
        assertThat(take().attempt()).isEqualTo(1);
    }

    @Test
    void aConflictStartsAgainAtOnceOnALiveReadAndThenCountsAsOneFailure() {
        edit(A);
        queue.done(take(), PassOutcome.conflict());
        for (int restart = 1; restart <= 5; restart++) {
            Work work = take();
            assertThat(work.live()).isTrue();
            assertThat(work.attempt()).isEqualTo(1);
            assertThat(work.cause()).isEqualTo("conflict");
            queue.done(work, PassOutcome.conflict());
        }

        assertThat(queue.poll()).isEmpty();
        assertThat(secondsUntilReady()).isEqualTo(1);
        assertThat(take().attempt()).isEqualTo(2);
    }

    @Test
    void aKeyThatWasWrittenWaitsForExactlyThatVersion() {
        edit(A);
        Work work = take();
        queue.wrote(A, "500");
        queue.done(work, PassOutcome.done());
        tick(A);
        assertThat(queue.poll()).isEmpty();

        changed(A, "updated", "499");
        assertThat(queue.poll()).isEmpty();
        changed(A, "updated", "500");

        Work next = take();
        assertThat(next.live()).isFalse();
        assertThat(next.cause()).isEqualTo("updated"); // 499 was somebody else's
    }

    @Test
    void ownWriteComingBackSaysSo() {
        edit(A);
        Work work = take();
        queue.wrote(A, "500");
        queue.done(work, PassOutcome.done());
        changed(A, "updated", "500");

        assertThat(take().cause()).isEqualTo("own-write");
    }

    @Test
    void ownWriteIsKnownEvenWhenItsEventOvertakesTheAnswer() {
        edit(A);
        Work work = take();
        changed(A, "updated", "500");
        queue.wrote(A, "500");
        queue.done(work, PassOutcome.done());

        Work next = take();
        assertThat(next.cause()).isEqualTo("own-write");
        assertThat(next.live()).isFalse();
    }

    @Test
    void anOwnWriteComingBackDoesNotEndTheBackoff() {
        edit(A);
        Work work = take();
        queue.wrote(A, "500");
        changed(A, "updated", "500");
        queue.done(work, PassOutcome.failed());

        assertThat(queue.poll()).isEmpty();
    }

    @Test
    void aVersionThatWasReadLiveIsNotTakenForAnOwnWrite() {
        edit(A);
        Work work = take();
        queue.expect(A, "500");
        queue.done(work, PassOutcome.done());
        changed(A, "updated", "500");

        assertThat(take().cause()).isEqualTo("updated");
    }

    @Test
    void aVersionThatIsNotOfInterestStillEndsTheWait() {
        queue.wrote(A, "500");
        tick(A);
        assertThat(queue.poll()).isEmpty();

        changed(A, null, "500");

        assertThat(take().cause()).isEqualTo("tick");
    }

    @Test
    void afterFiveSecondsTheObjectIsReadLive() {
        queue.wrote(A, "500");
        edit(A);
        advance(Duration.ofMillis(4_999));
        assertThat(queue.poll()).isEmpty();

        advance(Duration.ofMillis(1));

        assertThat(take().live()).isTrue();
    }

    @Test
    void aDeletedKeyWaitsForItsDisappearance() {
        queue.wrote(A, KeyQueue.GONE);
        tick(A);
        assertThat(queue.poll()).isEmpty();

        changed(A, "deleted", "501");

        assertThat(take().cause()).isEqualTo("deleted");
    }

    @Test
    void remembersNothingOfAnExpectationThatCameTrueOrRanOut() {
        queue.wrote(A, "500");
        queue.wrote(B, "600");
        changed(A, null, "500");
        advance(Duration.ofSeconds(5));

        assertThat(queue.state()).isEqualTo(state(0, 0, 0, 0, 0, 0, 0));
        assertThat(queue.size()).isZero();
    }

    @Test
    void honoursRetryAfterEvenWhenTheObjectIsEdited() {
        edit(A);
        queue.done(take(), PassOutcome.failed(Duration.ofSeconds(30)));
        edit(A);

        assertThat(secondsUntilReady()).isEqualTo(30);
    }

    @Test
    void aHeldQueueHandsOutNothing() {
        edit(A);
        queue.holdFor(Duration.ofSeconds(30));

        assertThat(queue.poll()).isEmpty();
        assertThat(secondsUntilReady()).isEqualTo(30);
    }

    @Test
    void handsOutNothingWhileTheGateIsClosedOrTheQueueSuspended() {
        edit(A);
        gate = false;
        assertThat(queue.poll()).isEmpty();
        gate = true;
        queue.suspend();
        assertThat(queue.poll()).isEmpty();
        queue.resume();

        assertThat(queue.poll()).isPresent();
    }

    @Test
    void aKeyGivenBackIsAsItWas() {
        edit(A);
        queue.done(take(), PassOutcome.returned(null));

        Work again = take();
        assertThat(again.cause()).isEqualTo("updated");
        assertThat(again.attempt()).isEqualTo(1);
    }

    @Test
    void tellsDepthAgeAndWhatIsNotYetReconciled() {
        edit(A);
        tick(B);
        advance(Duration.ofSeconds(3));
        assertThat(queue.state()).isEqualTo(state(2, 0, 0, 0, 2, 3, 3));

        queue.done(take(), PassOutcome.failed());
        advance(Duration.ofMillis(500));
        queue.done(take(), PassOutcome.done());

        QueueState state = queue.state();
        assertThat(state.delayed()).isEqualTo(1);
        assertThat(state.retrying()).isEqualTo(1);
        assertThat(state.unreconciled()).isEqualTo(Duration.ofMillis(3_500));
    }

    @Test
    void aWaitingWorkerGetsTheKeyWhenItIsAddedAndLeavesWhenTheQueueCloses() throws Exception {
        KeyQueue real =
                new KeyQueue(
                        new RetryBackoff(Duration.ofSeconds(1), Duration.ofMinutes(5)),
                        5,
                        () -> true,
                        System::nanoTime,
                        () -> 0);
        var taken = CompletableFuture.supplyAsync(() -> takeFrom(real));
        real.add(A, "tick", Duration.ofMillis(20));
        assertThat(taken.get(5, TimeUnit.SECONDS)).isPresent();

        var nothing = CompletableFuture.supplyAsync(() -> takeFrom(real));
        real.close();
        assertThat(nothing.get(5, TimeUnit.SECONDS)).isEmpty();
    }

    private static Optional<Work> takeFrom(KeyQueue queue) {
        try {
            return queue.take();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Work take() {
        return queue.poll().orElseThrow(() -> new AssertionError("no key is ready"));
    }

    private List<ObjectKey> drain() {
        List<ObjectKey> served = new ArrayList<>();
        for (var work = queue.poll(); work.isPresent(); work = queue.poll()) {
            served.add(work.get().key());
        }
        return served;
    }

    /** Moves the clock in steps of 100 ms until a key is ready. */
    private long secondsUntilReady() {
        for (int tenths = 0; tenths <= 4_000; tenths++) {
            if (queue.state().ready() > 0 && peeks()) {
                return tenths / 10;
            }
            advance(Duration.ofMillis(100));
        }
        throw new AssertionError("no key became ready within 400 s");
    }

    private boolean peeks() {
        var work = queue.poll();
        work.ifPresent(taken -> queue.done(taken, PassOutcome.returned(null)));
        return work.isPresent();
    }

    private void tick(ObjectKey key) {
        queue.add(key, "tick", Duration.ZERO);
    }

    private void add(ObjectKey key, String cause) {
        queue.add(key, cause, Duration.ZERO);
    }

    private void edit(ObjectKey key) {
        changed(key, "updated", String.valueOf(version++));
    }

    private void firstSight(ObjectKey key) {
        changed(key, "first-sight", String.valueOf(version++));
    }

    private void changed(ObjectKey key, String cause, String resourceVersion) {
        queue.changed(key, cause, resourceVersion, OptionalLong.of(now), null);
    }

    private void advance(Duration by) {
        now += by.toNanos();
    }

    private static QueueState state(
            int ready, int delayed, int retrying, int working, long adds, int oldest, int open) {
        return new QueueState(
                ready,
                delayed,
                retrying,
                working,
                adds,
                Duration.ofSeconds(oldest),
                Duration.ofSeconds(open));
    }
}
