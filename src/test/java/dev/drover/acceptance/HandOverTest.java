package dev.drover.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.acceptance.Fleet.Ref;
import dev.drover.sandbox.controlplane.AuditRecord;
import dev.drover.sandbox.metrics.MetricsServerDouble;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two replicas with the shipped lease timings, and what happens to the one that leads. */
@Acceptance
@Timeout(120)
@Tag("slow")
class HandOverTest {
    private final Site site;
    private final Fleet fleet;
    private MetricsServerDouble hot;
    private DroverProcess leader;
    private DroverProcess standby;

    HandOverTest(Site site) {
        this.site = site;
        this.fleet = site.fleet();
    }

    @BeforeEach
    void oneLeadsAndOneStandsBy() {
        hot = site.engine(0.95);
        fleet.provider("cluster-b", hot.url("/metrics"))
                .provider("cluster-c", site.engine(0.20).url("/metrics"));
        leader = site.pod("leader").start().awaitLeading();
        standby = site.pod("standby").start().awaitReady().awaitLog("standing by");
        model("before");
        await().until(() -> patchesOf("leader").size() == 1);
        assertThat(patchesOf("standby")).isEmpty();
        assertThat(standby.leads()).isFalse();
    }

    @Test
    void aLeaderThatIsAskedToStopHandsOverWithinThreeSeconds() {
        Instant asked = Instant.now();
        leader.askToStop();
        modelsUntilTheStandbyWrites(); // the first may still be the old leader's
        Duration gap = untilTheStandbyWrites(asked);
        assertThat(leader.awaitExit()).isIn(0, 143);
        assertThat(gap).isLessThan(Duration.ofSeconds(3));
    }

    @Test
    void aLeaderThatIsKilledIsFollowedWithinTwentySeconds() {
        Instant killed = Instant.now();
        leader.kill();
        model("after");
        assertThat(untilTheStandbyWrites(killed)).isLessThan(Duration.ofSeconds(20));
    }

    @Test
    void aLeaderThatWakesUpAfterItsLeaseWritesNothing() {
        leader.freeze();
        Instant frozen = Instant.now();
        model("after");
        untilTheStandbyWrites(frozen);
        // work for the one that believes to lead: a model that it has not seen, pages that moved
        model("later");
        site.awaitWeights("later", 6, 94);
        hot.serve("/metrics", EnginePage.kv(0.05));
        Instant woken = Instant.now();
        leader.thaw();
        leader.awaitLog("standing by");
        leader.awaitReady();
        model("last");
        await().until(() -> patchesOf("standby").size() >= 3);
        assertThat(
                        site.requests(
                                request ->
                                        request.pod().equals("leader")
                                                && request.received().isAfter(woken)
                                                && request.writes()))
                .isEmpty();
    }

    private void model(String name) {
        fleet.model(name, new Ref("cluster-b", 50), new Ref("cluster-c", 50));
    }

    private void modelsUntilTheStandbyWrites() {
        AtomicInteger number = new AtomicInteger();
        await().pollInterval(Duration.ofMillis(200))
                .until(
                        () -> {
                            model("after-" + number.incrementAndGet());
                            return !patchesOf("standby").isEmpty();
                        });
    }

    private List<AuditRecord> patchesOf(String pod) {
        return site.patches().stream().filter(patch -> patch.pod().equals(pod)).toList();
    }

    private Duration untilTheStandbyWrites(Instant since) {
        await().atMost(Duration.ofSeconds(40)).until(() -> !patchesOf("standby").isEmpty());
        Duration lease =
                Duration.between(
                        since,
                        site.requests(
                                        request ->
                                                request.received().isAfter(since)
                                                        && request.pod().equals("standby")
                                                        && request.resource().equals("leases")
                                                        && request.writes()
                                                        && request.code() == 200)
                                .get(0)
                                .answered());
        Duration write = Duration.between(since, patchesOf("standby").get(0).answered());
        System.out.printf(
                "hand-over: lease after %d ms, first write after %d ms%n",
                lease.toMillis(), write.toMillis());
        return write;
    }
}
