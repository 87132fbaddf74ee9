package dev.drover.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.acceptance.Fleet.Ref;
import dev.drover.sandbox.controlplane.AuditRecord;
import dev.drover.sandbox.metrics.MetricsServerDouble;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pages that do not answer to weights must not keep the API server busy. */
@Acceptance
@Timeout(180)
@Tag("slow")
class ConstantPagesTest {
    private static final int INTERVALS = 100;

    private final Site site;
    private final Fleet fleet;

    ConstantPagesTest(Site site) {
        this.site = site;
        this.fleet = site.fleet();
    }

    /**
     * Every time constant is a tenth of its default. What is left is the minute after the first
     * move in which no load step is made.
     */
    @Test
    void leadToOneMorePatchInAHundredIntervalsAndToSilence() {
        MetricsServerDouble hot = site.engine(0.95);
        fleet.provider("cluster-b", hot.url("/metrics"))
                .provider("cluster-c", site.engine(0.20).url("/metrics"));
        DroverProcess drover =
                site.pod("a")
                        .with("DROVER_WEIGHTS_INTERVAL", "1s")
                        .with("DROVER_WEIGHTS_MIN_WRITE_INTERVAL", "3s")
                        .with("DROVER_WEIGHTS_SMOOTHING", "2s")
                        .with("DROVER_WEIGHTS_LAG", "2s")
                        .with("DROVER_WEIGHTS_RESPONSE", "6s")
                        .start()
                        .awaitLeading();
        fleet.model("llama", new Ref("cluster-b", 50), new Ref("cluster-c", 50));
        site.awaitWeights("llama", 6, 94);
        await().until(() -> site.patches().size() == 1);
        Instant first = site.patches().get(0).answered();
        int scrapes = hot.scrapes().size();
        await().atMost(Duration.ofSeconds(150))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> hot.scrapes().size() >= scrapes + INTERVALS);

        assertThat(fleet.weights("llama")).containsExactly(3, 97);
        List<AuditRecord> patches = site.patches();
        assertThat(patches).hasSize(2);
        Instant last = patches.get(1).answered();
        assertThat(last).isAfter(first.plusSeconds(60));
        assertThat(
                        site.requests(
                                request ->
                                        request.received().isAfter(first.plusSeconds(2))
                                                && !request.resource().equals("leases")
                                                && (request.writes()
                                                        || request.verb().equals("list"))))
                .as("writes and lists after the first move")
                .hasSize(1);
        assertThat(drover.linesAfter(last.plusMillis(500))).isEmpty();
    }
}
