package dev.drover.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.acceptance.Fleet.Ref;
import dev.drover.sandbox.metrics.MetricsServerDouble;
import dev.drover.sandbox.metrics.Page;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The shipped roles are enough, none of their rules is idle, and a missing one is named. */
@Acceptance
@Timeout(120)
class PermissionsTest {
    /**
     * Granted by the manual, for what a client library or a user's route may do; Events have two
     * groups, and one is written.
     */
    private static final Set<String> SPARE =
            Set.of(
                    "list leases.coordination.k8s.io",
                    "create events.",
                    "patch events.",
                    "get externalproviders.inference.opendatahub.io");

    private static final String FAILING = "drover_weights_targets_failing";

    private final Site site;
    private final Fleet fleet;
    private final MetricsServerDouble hot;

    PermissionsTest(Site site) {
        this.site = site;
        this.fleet = site.fleet();
        hot = site.engine(0.95);
        fleet.provider("cluster-b", hot.url("/metrics"))
                .provider("cluster-c", site.engine(0.20).url("/metrics"));
    }

    /** A life with everything that needs a right: election, edits of users, repeated Events. */
    @Test
    void theShippedRolesAreWhatIsUsed() {
        DroverProcess first = fast(site.pod("a")).start().awaitLeading();
        DroverProcess second = fast(site.pod("b")).start().awaitReady().awaitLog("standing by");
        fleet.model("llama", new Ref("cluster-b", 50), new Ref("cluster-c", 50));
        site.awaitWeights("llama", 6, 94);
        fleet.edit("llama", 0, 60);
        first.awaitLog("Weights edited by kubectl-edit: 60/94");
        failAndRecover(first);
        failAndRecover(first);
        await().until(() -> seriesOf("ScrapeFailed") >= 2);
        for (DroverProcess replica : List.of(first, second)) {
            replica.askToStop(); // a watch is audited when it ends
            replica.awaitExit();
        }
        assertThat(site.requests(request -> !request.decision().equals("allow"))).isEmpty();
        assertThat(IdleRights.in(site.manifests(), site.requests(request -> true)))
                .isSubsetOf(SPARE);
    }

    @Test
    void aMissingRightToPatchIsNamedAndHealsWithTheGrant() {
        site.withdraw("drover-weights", "externalmodels", "patch");
        DroverProcess drover = site.pod("a").start().awaitLeading();
        fleet.model("llama", new Ref("cluster-b", 50), new Ref("cluster-c", 50));
        drover.awaitLog(
                "forbidden: may not patch externalmodels.inference.opendatahub.io in namespace "
                        + fleet.namespace()
                        + "; flow weights needs it to write weights: kubectl"
                        + " apply -l drover.dev/part=rbac");
        await().until(() -> drover.metric("drover_act_total{flow=\"weights\"") >= 1);
        assertThat(drover.metrics()).containsPattern("drover_act_total\\{.*outcome=\"forbidden\"");
        await().until(() -> fleet.events("Forbidden").size() == 1);
        assertThat(fleet.weights("llama")).containsExactly(50, 50);
        site.grantAsShipped();
        Instant granted = Instant.now();
        site.awaitWeights("llama", 6, 94);
        assertThat(Duration.between(granted, Instant.now())).isLessThan(Duration.ofSeconds(20));
        assertThat(drover.logLines("flow weights needs it to write weights")).hasSize(1);
        assertThat(drover.logLines(" ERROR ")).isEmpty();
        assertThat(drover.live()).isTrue();
    }

    private static DroverProcess.Launch fast(DroverProcess.Launch launch) {
        return launch.with("DROVER_WEIGHTS_INTERVAL", "1s")
                .with("DROVER_WEIGHTS_MIN_WRITE_INTERVAL", "1s");
    }

    private void failAndRecover(DroverProcess drover) {
        hot.serve("/metrics", Page.status(503));
        await().atMost(Duration.ofSeconds(20)).until(() -> drover.metric(FAILING) == 1);
        hot.serve("/metrics", EnginePage.kv(0.95));
        await().atMost(Duration.ofSeconds(20)).until(() -> drover.metric(FAILING) == 0);
    }

    private int seriesOf(String reason) {
        return fleet.events(reason).stream()
                .mapToInt(event -> event.at("/series/count").asInt())
                .max()
                .orElse(0);
    }
}
