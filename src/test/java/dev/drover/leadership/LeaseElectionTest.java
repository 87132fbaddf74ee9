package dev.drover.leadership;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules of who may lead, one by one, on a clock that the test moves. 15 s, 10 s, 2 s. */
class LeaseElectionTest {
    private static final String A = "drover-a_11111111";
    private static final String B = "drover-b_22222222";
    private static final String RENEWED = "2026-11-30T08:00:00.000000Z";

    private final LeaseOnPaper lease = new LeaseOnPaper();
    private long now = Duration.ofDays(400_000).negated().toSeconds(); // nanoTime may be negative

    private Candidate candidate(String identity) {
        return new Candidate(identity, lease, () -> now, 1.0);
    }

    private void pass(double seconds) {
        now += nanos(seconds);
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * 1e9);
    }

    /** Everything that is due within the time is done when it is due. */
    private void run(Candidate candidate, double seconds) {
        long end = now + nanos(seconds);
        long next = candidate.run();
        while (next - end <= 0) {
            now = next;
            next = candidate.run();
        }
        now = end;
    }

    private static Map<String, Object> heldBy(String holder, Integer seconds, String renewTime) {
        Map<String, Object> spec = new HashMap<>();
        spec.put("holderIdentity", holder);
        spec.put("leaseDurationSeconds", seconds);
        spec.put("renewTime", renewTime);
        spec.put("acquireTime", RENEWED);
        spec.put("leaseTransitions", 3);
        spec.values().removeIf(Objects::isNull);
        return spec;
    }

    static Stream<Arguments> leasesFreeAtOnce() {
        return Stream.of(
                Arguments.of("no Lease", null, 0),
                Arguments.of("no spec", Map.of(), 1),
                Arguments.of("released", Map.of("leaseTransitions", 3), 4),
                Arguments.of("holder empty", heldBy("", 15, RENEWED), 4),
                Arguments.of("holder blank", heldBy(" ", 15, RENEWED), 4),
                Arguments.of(
                        "holder of a wrong type",
                        Map.of("holderIdentity", 7, "leaseTransitions", "many"),
                        1),
                Arguments.of("own: a container that restarted", heldBy(A, 15, RENEWED), 3),
                Arguments.of("own, all else missing", Map.of("holderIdentity", A), 0));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("leasesFreeAtOnce")
    void takesAFreeLeaseAtOnceAndLeavesItWellFormed(
            String because, Map<String, Object> spec, int transitions) {
        if (spec != null) {
            lease.edit(spec);
        }
        Candidate a = candidate(A);
        a.run();
        assertThat(a.leads()).isTrue();
        assertThat(lease.spec())
                .containsEntry("holderIdentity", A)
                .containsEntry("leaseDurationSeconds", 15)
                .containsEntry("leaseTransitions", transitions)
                .containsKeys("acquireTime", "renewTime");
    }

    static Stream<Arguments> foreignTerms() {
        return Stream.of(
                Arguments.of("its own duration", heldBy(B, 15, RENEWED), 15.0),
                Arguments.of("a shorter one", heldBy(B, 6, RENEWED), 6.0),
                Arguments.of("a longer one", heldBy(B, 40, RENEWED), 40.0),
                Arguments.of("ten years: three times ours", heldBy(B, 315_360_000, RENEWED), 45.0),
                Arguments.of("duration missing", heldBy(B, null, RENEWED), 15.0),
                Arguments.of("duration zero", heldBy(B, 0, RENEWED), 15.0),
                Arguments.of("duration negative", heldBy(B, -1, RENEWED), 15.0),
                Arguments.of("renewTime missing", heldBy(B, 40, null), 15.0),
                Arguments.of("only a holder", Map.of("holderIdentity", B), 15.0),
                Arguments.of("renewed in the future", heldBy(B, 15, "2090-01-01T00:00:00Z"), 15.0),
                Arguments.of("renewed long ago", heldBy(B, 15, "1990-01-01T00:00:00Z"), 15.0),
                Arguments.of("renewTime is nonsense", heldBy(B, 15, "yesterday"), 15.0));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("foreignTerms")
    void honoursAForeignHolderForItsObservedTermAndNotLonger(
            String because, Map<String, Object> spec, double seconds) {
        lease.edit(spec);
        Candidate a = candidate(A);
        run(a, seconds - 0.001);
        assertThat(a.leads()).isFalse();
        assertThat(a.holder()).contains(B);
        run(a, 0.001);
        assertThat(a.leads()).isTrue();
    }

    @ParameterizedTest(name = "{0} changes")
    @MethodSource("signsOfLife")
    void countsTheTermFromTheLastChangeSeen(String field, Map<String, Object> changed) {
        lease.edit(heldBy(B, 15, RENEWED));
        Candidate a = candidate(A);
        run(a, 12);
        lease.edit(changed);
        run(a, 2.4 + 14.99); // the next look sees it
        assertThat(a.leads()).isFalse();
        run(a, 0.02);
        assertThat(a.leads()).isTrue();
    }

    static Stream<Arguments> signsOfLife() {
        Map<String, Object> moved = heldBy(B, 15, RENEWED);
        moved.put("leaseTransitions", 4);
        return Stream.of(
                Arguments.of("renewTime", heldBy(B, 15, "2026-11-30T08:00:02.000000Z")),
                Arguments.of("holderIdentity", heldBy("c", 15, RENEWED)),
                Arguments.of("leaseTransitions", moved));
    }

    @Test
    void aDurationThatShrinksWithoutARenewalShortensNothing() {
        lease.edit(heldBy(B, 15, RENEWED));
        Candidate a = candidate(A);
        run(a, 4);
        lease.edit(heldBy(B, 1, RENEWED));
        run(a, 10.9);
        assertThat(a.leads()).isFalse();
    }

    @Test
    @DisplayName("operations 19 example 1: the fence, seen from the leader")
    void leadsForTheRenewDeadlineAfterTheRenewalWasSent() {
        Candidate a = candidate(A);
        a.run();
        pass(2);
        long sent = now;
        LeaseStep.Request renewal = (LeaseStep.Request) a.election.next(now);
        pass(0.2);
        renewal.send(lease).tell(a.election, sent, now);
        assertThat(a.election.deadline() - sent).isEqualTo(nanos(10));

        for (double at = 2; at < 9; at += 3) { // every later request is sent and gets no answer
            now = sent + nanos(at);
            assertThat(a.election.next(now)).isInstanceOf(LeaseStep.Request.class);
            a.election.failed(now, now + nanos(0.9));
        }
        a.election.expire(sent + nanos(10) - 1);
        assertThat(a.leads()).isTrue();
        a.election.expire(sent + nanos(10));
        assertThat(a.leads()).isFalse();
    }

    @Test
    @DisplayName("operations 19 example 1: the standby takes over 15.0 to 17.4 s after it saw")
    void takesOverBetweenTheTermAndOneLookLater() {
        Candidate a = candidate(A);
        a.run();
        Candidate b = candidate(B);
        pass(0.2);
        b.run();
        long saw = now;
        run(b, 14.999);
        assertThat(b.leads()).isFalse();
        run(b, 2.4);
        assertThat(b.leads()).isTrue();
        assertThat(b.election.status().renewalSentNanos() - saw).isGreaterThanOrEqualTo(nanos(15));
    }

    @Test
    @DisplayName("operations 19 example 2: a clock an hour behind costs the leader nothing")
    void neverTakesALeaseThatIsRenewedWhateverItsTimesSay() {
        Candidate b = candidate(B);
        for (int renewal = 0; renewal < 300; renewal++) {
            lease.edit(heldBy(A, 15, "2026-11-30T07:00:%02d.%06dZ".formatted(0, renewal)));
            run(b, 2);
            assertThat(b.leads()).isFalse();
        }
        double waited = 0;
        while (!b.leads()) {
            run(b, 0.1);
            waited += 0.1;
        }
        assertThat(waited).isBetween(12.9, 17.5); // the last renewal was seen up to 2.4 s ago
    }

    @Test
    void renewsEveryRetryPeriodAndKeepsTransitionsAndAcquireTime() {
        Candidate a = candidate(A);
        a.run();
        Map<String, Object> first = lease.spec();
        int writes = lease.writes;
        run(a, 20);
        assertThat(lease.writes - writes).isEqualTo(10);
        assertThat(lease.spec())
                .containsEntry("acquireTime", first.get("acquireTime"))
                .containsEntry("leaseTransitions", first.get("leaseTransitions"));
        assertThat(lease.spec().get("renewTime")).isNotEqualTo(first.get("renewTime"));
    }

    @Test
    void oneFailedRenewalIsNothing() {
        Candidate a = candidate(A);
        a.run();
        pass(2);
        a.election.next(now);
        a.election.failed(now, now);
        run(a, 4);
        assertThat(a.leads()).isTrue();
        assertThat(a.election.deadline() - now).isGreaterThan(nanos(7.9));
    }

    @Test
    void readingAnotherHolderStepsDownAtOnce() {
        Candidate a = candidate(A);
        a.run();
        lease.edit(heldBy(B, 15, RENEWED));
        run(a, 2);
        assertThat(a.leads()).isFalse();
        assertThat(a.holder()).contains(B);
        assertThat(lease.holder()).contains(B);
    }

    @Test
    void aHintOfAnotherHolderIsLookedAtWithoutWaitingForTheNextRenewal() {
        Candidate a = candidate(A);
        a.run();
        lease.edit(heldBy(B, 15, RENEWED));
        a.election.glimpsed(Optional.empty());
        run(a, 0.21);
        assertThat(a.leads()).isFalse();
    }

    @Test
    void theEchoOfItsOwnRenewalsCausesNoRequest() {
        Candidate a = candidate(A);
        a.run();
        long next = a.run();
        a.election.glimpsed(Optional.of(((LeaseAnswer.Found) lease.read()).lease()));
        assertThat(a.election.next(now)).isEqualTo(new LeaseStep.Wait(next));
    }

    @Test
    void hintsWithoutEndCauseAtMostFiveLooksASecondAndAreNoWayRoundTheTerm() {
        lease.edit(heldBy(B, 15, RENEWED));
        Candidate a = candidate(A);
        int looks = 0;
        for (int i = 0; i < 1000; i++) {
            a.election.glimpsed(Optional.empty());
            LeaseStep step = a.election.next(now);
            if (step instanceof LeaseStep.Request request) {
                looks++;
                request.send(lease).tell(a.election, now, now);
            }
            pass(0.01);
        }
        assertThat(looks).isBetween(40, 51);
        assertThat(a.leads()).isFalse();
    }

    @Test
    void takesAReleasedLeaseAtTheNextLookAndAHintedOneAtOnce() {
        lease.edit(heldBy(B, 15, RENEWED));
        Candidate a = candidate(A);
        run(a, 1);
        lease.edit(Map.of("leaseDurationSeconds", 15, "leaseTransitions", 3));
        a.election.glimpsed(Optional.empty());
        a.run();
        assertThat(a.leads()).isTrue();
    }

    @Test
    void aVanishedLeaseIsMadeAnewByItsLeaderAndNotBySomebodyElse() {
        Candidate a = candidate(A);
        a.run();
        Candidate b = candidate(B);
        b.run();
        lease.edit(null);
        b.election.glimpsed(Optional.empty());
        pass(0.2);
        b.run();
        assertThat(lease.holder()).as("A's term is not over").isEmpty();
        pass(1.8);
        a.run();
        assertThat(a.leads()).isTrue();
        assertThat(lease.holder()).contains(A);
    }

    @Test
    void aLeaseThatVanishedWithItsLeaderIsTakenWhenTheTermIsOver() {
        lease.edit(heldBy(B, 15, RENEWED));
        Candidate a = candidate(A);
        run(a, 5);
        lease.edit(null);
        run(a, 14.9);
        assertThat(a.leads()).isFalse();
        run(a, 2.5);
        assertThat(a.leads()).isTrue();
    }

    @Test
    void whoWasFrozenLongerThanItsTermWritesNothingOnWaking() {
        Candidate a = candidate(A);
        a.run();
        Candidate b = candidate(B);
        b.run();
        run(b, 20);
        assertThat(b.leads()).isTrue();
        int writes = lease.writes;
        assertThat(a.election.next(now)).isInstanceOf(LeaseStep.Read.class);
        assertThat(a.leads()).isFalse();
        a.run();
        assertThat(a.leads()).isFalse();
        assertThat(lease.writes).isEqualTo(writes);
    }

    @Test
    void aRenewalWhoseAnswerSleptOverTheDeadlineGivesNoTerm() {
        Candidate a = candidate(A);
        a.run();
        pass(2);
        long sent = now;
        LeaseStep.Request renewal = (LeaseStep.Request) a.election.next(now);
        LeaseAnswer answer = renewal.send(lease);
        pass(60);
        answer.tell(a.election, sent, now);
        assertThat(a.election.next(now)).isInstanceOf(LeaseStep.Read.class);
        assertThat(a.leads()).isFalse();
    }

    @Test
    void aSecondWriterOnTheLeaseCausesNoHotLoop() {
        Candidate a = candidate(A);
        a.run();
        pass(2);
        int requests = 0;
        long end = now + nanos(1);
        while (end - now > 0) {
            LeaseStep step = a.election.next(now);
            if (step instanceof LeaseStep.Wait wait) {
                now = wait.untilNanos();
                continue;
            }
            requests++;
            if (step instanceof LeaseStep.Read) {
                a.election.found(((LeaseAnswer.Found) lease.read()).lease(), now, now);
            } else {
                a.election.conflict(now);
            }
        }
        assertThat(requests).isLessThan(15);
        assertThat(a.leads()).isTrue();
    }

    @Test
    void releasesOnlyWhatIsItsOwn() {
        Candidate a = candidate(A);
        a.run();
        Candidate b = candidate(B);
        b.run();
        assertThat(b.election.resign()).isEmpty();
        a.election.resign().orElseThrow().send(lease);
        assertThat(a.leads()).isFalse();
        assertThat(lease.spec())
                .doesNotContainKey("holderIdentity")
                .containsKeys("renewTime", "leaseDurationSeconds", "leaseTransitions");
    }

    @Test
    void doesNotReleaseTheLeaseOfASuccessor() {
        Candidate a = candidate(A);
        a.run();
        lease.edit(heldBy(B, 15, RENEWED));
        assertThat(a.election.resign().orElseThrow().send(lease))
                .isInstanceOf(LeaseAnswer.Conflict.class);
        assertThat(lease.holder()).contains(B);
    }

    @Test
    void standbyLooksEveryRetryPeriodPlusUpToATwentyPercent() {
        lease.edit(heldBy(B, 15, RENEWED));
        Candidate quick = new Candidate(A, lease, () -> now, 0.0);
        assertThat(quick.run() - now).isEqualTo(nanos(2.0));
        Candidate slow = new Candidate(A, lease, () -> now, 0.999_999);
        assertThat(slow.run() - now).isBetween(nanos(2.39), nanos(2.4));
    }
}
