package dev.drover.registry;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.sandbox.registry.RegistryFault;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A registry is away while a thousand workloads come, change and go: it is hardly asked, and soon
 * after its return it knows all. Ten minutes are like the hour of docs/performance.md, which {@code
 * -Ddrover.outage=PT1H} makes of them: from the second minute on, each is like the one before.
 */
@Tag("slow")
@Timeout(600)
class LongOutageTest {
    private static final int COME = 400;
    private static final int CHANGE = 400;
    private static final int GO = 200;
    private static final int CHANGES = COME + CHANGE + GO;
    private static final Duration AWAY =
            Duration.parse(System.getProperty("drover.outage", "PT10M"));
    private static final Duration STEP = Duration.ofSeconds(5);
    private static final Duration SOON = Duration.ofSeconds(120);
    private static final int PROBES = 2; // a half-open breaker lets in
    private static final int UNTIL_OPEN = 10; // its window; those under way at that moment included
    private static final int PASSES_A_SECOND = 10;

    private final SyncFixture drover;

    LongOutageTest() throws Exception {
        drover = new SyncFixture();
    }

    @BeforeEach
    void linkThoseThatChangeAndThoseThatGo() throws Exception {
        String model = drover.registry.addModel("iris");
        drover.registry.addVersion(model, "v1");
        drover.start();
        create("change-", CHANGE);
        create("go-", GO);
        drover.awaitIdle();
        while (drover.registry.records().size() < CHANGE + GO) {
            drover.live(Duration.ofSeconds(1));
        }
        drover.live(Duration.ofSeconds(1));
    }

    @AfterEach
    void stop() throws Exception {
        drover.close();
    }

    @Test
    void isHardlyAskedWhileItIsAwayAndKnowsAllOfAThousandChangesSoonAfterwards() {
        drover.registry.fail(RegistryFault.everywhere().status(503));
        drover.registry.forgetRequests();
        double before = drover.passes();
        thousandChanges();

        long away = drover.nowNanos();
        while (since(away).compareTo(AWAY) < 0) {
            drover.live(STEP);
        }

        long openings = since(away).dividedBy(SyncFixture.OPEN) + 1;
        int asked = drover.registry.requests().size();
        double passes = drover.passes() - before;
        System.out.printf("away for %s: %d requests, %.0f passes%n", AWAY, asked, passes);
        assertThat((long) asked).isLessThanOrEqualTo(UNTIL_OPEN + openings * PROBES);
        assertThat(passes)
                .as("each edit, and ten keys a second, some of which find no slot the first time")
                .isLessThan(2.0 * (CHANGES + PASSES_A_SECOND * since(away).toSeconds()));

        drover.registry.heal();
        long back = drover.nowNanos();
        while (!isInStep() && since(back).compareTo(SOON) < 0) {
            drover.live(Duration.ofSeconds(1));
        }

        System.out.printf("in step %d s after the return%n", since(back).toSeconds());
        assertThat(isInStep()).as("all follow within 120 s").isTrue();
        assertThat(drover.registry.records()).as("none twice").hasSize(CHANGES);
    }

    private Duration since(long nanos) {
        return Duration.ofNanos(drover.nowNanos() - nanos);
    }

    private void thousandChanges() {
        create("come-", COME);
        for (int i = 0; i < CHANGE; i++) {
            drover.api.patchStatus(
                    "inferenceservices",
                    "ml",
                    "change-" + i,
                    "{\"status\":{\"url\":\"http://moved-%d.example.com\"}}".formatted(i));
        }
        for (int i = 0; i < GO; i++) {
            drover.api.delete("inferenceservices", "ml", "go-" + i);
        }
    }

    private void create(String prefix, int count) {
        for (int i = 0; i < count; i++) {
            drover.create(prefix + i, "1", "2");
        }
    }

    private boolean isInStep() {
        List<ObjectNode> records = drover.registry.records();
        return links().size() == COME
                && records.stream().filter(LongOutageTest::moved).count() == CHANGE
                && records.stream().filter(LongOutageTest::closed).count() == GO;
    }

    private Set<String> links() {
        Set<String> links = new HashSet<>();
        for (int i = 0; i < COME; i++) {
            links.add(drover.link("come-" + i));
        }
        links.remove("");
        return links;
    }

    private static boolean moved(ObjectNode record) {
        return record.at("/customProperties/url/string_value").asText().startsWith("http://moved-");
    }

    private static boolean closed(ObjectNode record) {
        return record.path("desiredState").asText().equals("UNDEPLOYED");
    }
}
