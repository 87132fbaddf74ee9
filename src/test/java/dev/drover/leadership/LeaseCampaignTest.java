package dev.drover.leadership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The runner: threads, hand-over, requests that hang. Periods a fifteenth of the real ones. */
class LeaseCampaignTest {
    private static final LeaseTimings SHORT =
            new LeaseTimings(
                    Duration.ofMillis(1000), Duration.ofMillis(660), Duration.ofMillis(130));

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final HangingLease lease = new HangingLease();
    private final List<LeaseCampaign> campaigns = new ArrayList<>();
    private final AtomicBoolean ready = new AtomicBoolean(true);
    private final AtomicInteger asked = new AtomicInteger();

    @AfterEach
    void stop() {
        lease.letGo();
        campaigns.forEach(LeaseCampaign::stop);
        campaigns.forEach(LeaseCampaign::awaitRelease);
        timer.shutdownNow();
    }

    private LeaseCampaign campaign(String identity, LeaseApi api) {
        LeaseElection election =
                new LeaseElection(identity, SHORT, Clock.systemUTC(), () -> 0.5, System.nanoTime());
        LeaseCampaign campaign =
                new LeaseCampaign(
                        "weights",
                        election,
                        api,
                        SHORT,
                        System::nanoTime,
                        timer,
                        () -> {
                            asked.incrementAndGet();
                            return ready.get();
                        },
                        status -> {});
        campaigns.add(campaign);
        campaign.start();
        return campaign;
    }

    private static void leads(LeaseCampaign campaign) {
        await().atMost(Duration.ofSeconds(10))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> campaign.status().leading());
    }

    @Test
    void handsOverAtOnceWhenStoppedAndTheOtherIsWatching() {
        LeaseCampaign a = campaign("a", lease);
        leads(a);
        LeaseCampaign b = campaign("b", lease);
        lease.watch(b::glimpsed, () -> {});
        await().until(() -> b.status().holder().isPresent());

        long began = System.nanoTime();
        a.stop();
        assertThat(a.status().leading()).isFalse();
        assertThat(a.mayWrite()).isFalse();
        a.awaitRelease();
        leads(b);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(SHORT.duration());
        assertThat(lease.holder()).contains("b");
    }

    @Test
    void leavesTheLeaseReleasedWhenNobodyFollows() {
        LeaseCampaign a = campaign("a", lease);
        leads(a);
        a.stop();
        a.awaitRelease();
        assertThat(lease.spec()).doesNotContainKey("holderIdentity").containsKey("renewTime");
    }

    @Test
    void stepsDownInTimeWhileARenewalHangsAndComesBackThroughTheWatchdog() {
        LeaseCampaign a = campaign("a", lease);
        leads(a);
        lease.hang();
        long hung = System.nanoTime();
        await().atMost(Duration.ofSeconds(5))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> !a.status().leading());
        assertThat(Duration.ofNanos(System.nanoTime() - hung))
                .isLessThan(SHORT.renewDeadline().plusMillis(300));

        lease.hangOnlyWhoHangs();
        leads(a);
        assertThat(a.mayWrite()).isTrue();
    }

    @Test
    void theAnswerOfAGivenUpThreadIsVoid() throws InterruptedException {
        LeaseCampaign a = campaign("a", lease);
        leads(a);
        lease.hang();
        await().atMost(Duration.ofSeconds(5)).until(() -> !a.status().leading());
        lease.hangOnlyWhoHangs();
        leads(a);
        a.stop();
        a.awaitRelease();
        lease.letGo();
        assertThat(lease.released.await(5, TimeUnit.SECONDS)).isTrue();
        assertThat(a.status().leading()).isFalse();
        assertThat(a.mayWrite()).isFalse();
    }

    @Test
    void closesTheFenceOfItselfBeforeAnythingIsNoticed() {
        AtomicInteger offset = new AtomicInteger();
        LeaseElection election =
                new LeaseElection("a", SHORT, Clock.systemUTC(), () -> 0, System.nanoTime());
        LeaseCampaign a =
                new LeaseCampaign(
                        "weights",
                        election,
                        lease,
                        SHORT,
                        () -> System.nanoTime() + offset.get() * 1_000_000L,
                        timer,
                        () -> true,
                        status -> {});
        campaigns.add(a);
        a.start();
        leads(a);
        lease.hang(); // as if the process had been stopped: no thread runs, the clock goes on
        offset.set(660);
        assertThat(a.mayWrite()).isFalse();
    }

    @Test
    void asksForNothingBeforeTheProcessIsReady() {
        ready.set(false);
        LeaseCampaign a = campaign("a", lease);
        await().atMost(Duration.ofSeconds(5)).until(() -> asked.get() >= 3);
        assertThat(lease.requests.get()).isZero();
        ready.set(true);
        leads(a);
        int answered = asked.get();
        ready.set(false);
        int requests = lease.requests.get();
        await().atMost(Duration.ofSeconds(5)).until(() -> lease.requests.get() > requests + 2);
        assertThat(asked.get()).as("asked until the first yes only").isEqualTo(answered);
    }

    /** A Lease whose patches can be made to hang, like a server that accepts and never answers. */
    private static final class HangingLease extends LeaseOnPaper {
        final AtomicInteger requests = new AtomicInteger();
        final CountDownLatch released = new CountDownLatch(1);
        private final CountDownLatch gate = new CountDownLatch(1);
        private volatile boolean hanging;

        void hang() {
            hanging = true;
        }

        void hangOnlyWhoHangs() {
            hanging = false;
        }

        void letGo() {
            hanging = false;
            gate.countDown();
        }

        @Override
        public synchronized LeaseAnswer read() {
            requests.incrementAndGet();
            return super.read();
        }

        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized") // hangs without the lock
        public LeaseAnswer patch(String resourceVersion, ObjectNode wanted) {
            requests.incrementAndGet();
            if (hanging) {
                boolean interrupted = hangUntilLetGo();
                released.countDown();
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
            return super.patch(resourceVersion, wanted);
        }

        /** Deaf to interrupts, as the worst client is. */
        private boolean hangUntilLetGo() {
            boolean interrupted = false;
            while (true) {
                try {
                    gate.await();
                    return interrupted;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
    }
}
