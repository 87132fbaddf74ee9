package dev.drover.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.acceptance.Fleet.Ref;
import dev.drover.sandbox.metrics.MetricsServerDouble;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/** Every bad page at once beside a good one: each is named, none moves a weight. */
@Acceptance
@Timeout(120)
class BadPagesTest {
    private final Site site;
    private final Fleet fleet;
    private final Map<BadPage, MetricsServerDouble> servers = new EnumMap<>(BadPage.class);
    private DroverProcess drover;

    BadPagesTest(Site site) {
        this.site = site;
        this.fleet = site.fleet();
    }

    @TestFactory
    Stream<DynamicTest> haveTheirOutcome() {
        MetricsServerDouble hot = site.engine(0.95);
        fleet.provider("hot", hot.url("/metrics"))
                .provider("cool", site.engine(0.20).url("/metrics"))
                .provider("broken-url", "ftp://cluster-x.example.com/metrics")
                .model("broken-url", new Ref("broken-url", 50), new Ref("cool", 50));
        for (BadPage bad : BadPage.values()) {
            MetricsServerDouble server = site.keep(MetricsServerDouble.start());
            servers.put(bad, server.serve("/metrics", bad.page()).deliver(bad.delivery));
            fleet.provider(bad.word(), server.url("/metrics"));
            fleet.model(bad.word(), new Ref(bad.word(), 50), new Ref("cool", 50));
        }
        drover =
                site.pod("a")
                        .with("DROVER_WEIGHTS_INTERVAL", "1s")
                        .with("DROVER_WEIGHTS_SCRAPE_TIMEOUT", "1s")
                        .with("DROVER_WEIGHTS_STALE_AFTER", "3s")
                        .with("DROVER_WEIGHTS_UNKNOWN_AFTER", "4s")
                        .start()
                        .awaitLeading();
        // enough answers of each for three failures in a row to be news
        await().atMost(Duration.ofSeconds(40))
                .until(() -> servers.values().stream().allMatch(s -> s.scrapes().size() >= 5));
        fleet.model("control", new Ref("hot", 50), new Ref("cool", 50));
        Instant created = Instant.now();
        site.awaitWeights("control", 6, 94);
        assertThat(Duration.between(created, Instant.now())).isLessThan(Duration.ofSeconds(10));
        return Stream.concat(
                Stream.of(BadPage.values())
                        .map(bad -> DynamicTest.dynamicTest(bad.word(), () -> judge(bad))),
                Stream.of(DynamicTest.dynamicTest("broken-url", this::judgeTheBrokenUrl)));
    }

    private void judge(BadPage bad) {
        assertThat(fleet.weights(bad.word())).as("weights").containsExactly(50, 50);
        if (bad.onlyTheFigure()) {
            told("Metrics of " + bad.word() + " unknown", "MetricsUnknown", bad.word());
        } else {
            assertThat(drover.metric(scrapes(bad.outcome))).as("metric").isPositive();
            told(
                    "Source vllm of " + bad.word() + " fails: " + bad.outcome + ": ",
                    "ScrapeFailed",
                    bad.word());
        }
    }

    private static String scrapes(String outcome) {
        return "drover_weights_scrapes_total{outcome=\"" + outcome + "\"";
    }

    private void judgeTheBrokenUrl() {
        assertThat(fleet.weights("broken-url")).as("weights").containsExactly(50, 50);
        told("metrics.vllm.url", "InvalidProviderConfig", "broken-url");
    }

    private void told(String line, String event, String object) {
        assertThat(drover.logLines(line)).as("log").hasSize(1);
        List<String> regarding =
                fleet.events(event).stream().map(e -> e.at("/regarding/name").asText()).toList();
        assertThat(regarding).as("Event").contains(object);
    }
}
