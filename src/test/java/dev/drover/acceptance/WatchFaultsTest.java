package dev.drover.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.acceptance.Fleet.Ref;
import dev.drover.sandbox.RawApi;
import dev.drover.sandbox.controlplane.AuditRecord;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The API server goes away, forgets, refuses, lacks a kind; the watch breaks: issue 3, 5. */
@Acceptance
@Timeout(240)
class WatchFaultsTest {
    private static final Duration CATCH_UP = Duration.ofSeconds(10);
    private static final String CRD_PRESENT = "drover_crd_present{resource=\"externalmodels";
    private static final Ref HOT = new Ref("cluster-b", 50);
    private static final Ref COOL = new Ref("cluster-c", 50);

    private final Site site;
    private final Fleet fleet;

    WatchFaultsTest(Site site) {
        this.site = site;
        this.fleet = site.fleet();
    }

    @BeforeEach
    void aHotAndACoolCluster() {
        fleet.provider("cluster-b", site.engine(0.95).url("/metrics"))
                .provider("cluster-c", site.engine(0.20).url("/metrics"));
    }

    /** Away long enough for the lease to be lost, too. */
    @Test
    void catchesUpWithinTenSecondsOfTheApiServersReturn() {
        DroverProcess drover = site.pod("a").start().awaitLeading();
        fleet.model("before", HOT, COOL);
        site.awaitWeights("before", 6, 94);
        try (Liveness liveness = Liveness.of(drover)) {
            site.plane().killApiServer();
            await().atMost(Duration.ofSeconds(20)).until(() -> !drover.leads());
            site.plane().startApiServer();
            Instant back = Instant.now();
            fleet.model("meanwhile", HOT, COOL);
            assertThat(Duration.between(back, patchOf("meanwhile").answered()))
                    .isLessThan(CATCH_UP);
            liveness.assertNeverDown();
        }
        assertThat(site.patches()).hasSize(2);
    }

    @Test
    void listsAnewAfterTheServerForgotItsVersion() {
        DroverProcess drover = site.pod("a").start().awaitLeading();
        fleet.model("kept", HOT, COOL).model("gone", HOT, COOL);
        site.awaitWeights("kept", 6, 94);
        site.awaitWeights("gone", 6, 94);
        drover.freeze();
        fleet.deleteModel("gone");
        for (int i = 0; i < 20; i++) {
            touch("kept", i);
        }
        site.plane().compact();
        site.plane().killApiServer();
        site.plane().startApiServer();
        drover.thaw();
        drover.awaitLog(
                "Reconciling ExternalModel: gone namespace="
                        + fleet.namespace()
                        + " reason=deleted");
        await().until(
                        () ->
                                drover.metric(
                                                "drover_informer_relists_total{cause=\"gone\","
                                                        + "resource=\"externalmodels")
                                        >= 1);
        fleet.model("new", HOT, COOL);
        site.awaitWeights("new", 6, 94);
        assertThat(site.patches()).as("one for each model").hasSize(3);
        assertThat(drover.live()).isTrue();
    }

    @Test
    void goesOnWhileEveryConnectionIsCutAgainAndAgain() {
        TcpProxy network = network();
        DroverProcess drover =
                site.pod("a", "https://127.0.0.1:" + network.port()).start().awaitLeading();
        int calm = network.accepted();
        try (Liveness liveness = Liveness.of(drover)) {
            for (int i = 0; i < 10; i++) {
                int before = network.accepted();
                network.cut();
                await().atMost(CATCH_UP).until(() -> network.accepted() > before);
            }
            fleet.model("llama", HOT, COOL);
            site.awaitWeights("llama", 6, 94);
            liveness.assertNeverDown();
        }
        assertThat(network.accepted() - calm).as("connections: no storm").isLessThan(100);
        assertThat(site.patches()).hasSize(1);
    }

    /** Silence is noticed by its length, so this one takes three minutes. */
    @Test
    @EnabledIfSystemProperty(named = "drover.test.slow", matches = "true")
    void noticesAHalfOpenWatchWithinThreeMinutes() {
        TcpProxy network = network();
        DroverProcess drover =
                site.pod("a", "https://127.0.0.1:" + network.port()).start().awaitLeading();
        network.silence();
        Instant silent = Instant.now();
        fleet.model("llama", HOT, COOL);
        await().atMost(Duration.ofMinutes(3))
                .until(() -> fleet.weights("llama").equals(List.of(6, 94)));
        System.out.printf(
                "half-open watch: recovered after %s%n", Duration.between(silent, Instant.now()));
        assertThat(drover.metric("drover_informer_relists_total{cause=\"stalled\"")).isPositive();
    }

    @Test
    void healsWhenTheRightToListIsGrantedLater() {
        site.withdraw("drover-weights", "externalmodels", "list");
        DroverProcess drover = site.pod("a").start();
        drover.awaitLog("forbidden: may not list externalmodels.inference.opendatahub.io");
        assertThat(drover.live()).isTrue();
        assertThat(drover.status("health/ready")).isEqualTo(503);
        fleet.model("llama", HOT, COOL);
        site.grantAsShipped();
        Instant granted = Instant.now();
        site.awaitWeights("llama", 6, 94);
        System.out.printf(
                "right to list: heals after %s%n", Duration.between(granted, Instant.now()));
        drover.awaitReady();
        assertThat(drover.logLines("forbidden: may not list externalmodels")).hasSize(1);
    }

    @Test
    void startsWithinAMinuteOfTheArrivalOfItsCrd() {
        site.removeModelsCrd();
        DroverProcess drover = site.pod("a").start();
        drover.awaitLog("externalmodels.inference.opendatahub.io: not served by the API server");
        await().until(
                        () ->
                                drover.metrics().contains(CRD_PRESENT)
                                        && drover.metric(CRD_PRESENT) == 0);
        assertThat(drover.live()).isTrue();
        site.plane().install(Site.crd("externalmodels"));
        Instant arrived = Instant.now();
        fleet.model("llama", HOT, COOL);
        Duration late = Duration.between(arrived, patchOf("llama").answered());
        System.out.printf("CRD that arrives later: first write after %s%n", late);
        assertThat(late).isLessThan(Duration.ofMinutes(1));
    }

    private AuditRecord patchOf(String model) {
        return await().atMost(Duration.ofSeconds(60))
                .until(
                        () ->
                                site.patches().stream()
                                        .filter(patch -> patch.name().equals(model))
                                        .toList(),
                        found -> !found.isEmpty())
                .get(0);
    }

    private void touch(String model, int value) {
        site.plane()
                .api()
                .patch(
                        fleet.path("externalmodels") + "/" + model,
                        RawApi.MERGE_PATCH,
                        "{\"metadata\":{\"annotations\":{\"touched\":\"" + value + "\"}}}")
                .expect(200);
    }

    private TcpProxy network() {
        return site.keep(TcpProxy.to(URI.create(site.plane().url()).getPort()));
    }
}
