package dev.drover.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.intents.Notice;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Somebody puts the weights back again and again (spec weights 7.3), on the routes. */
@Timeout(60)
class ContentionRoutesTest {
    private ReconcileFixture drover;

    @BeforeEach
    void open() throws Exception {
        drover = new ReconcileFixture();
        drover.figures.kv.put("cluster-b", 0.98);
        drover.figures.kv.put("cluster-c", 0.1);
        drover.createProviders();
        drover.createModel(50, 50);
        drover.start();
        await().untilAsserted(() -> assertThat(drover.patches()).isEqualTo(1));
    }

    @AfterEach
    void close() throws Exception {
        drover.close();
    }

    @Test
    void theThirdRevertNamesTheOtherWriterStopsTheWritesAndAnHourLaterOneIsTried() {
        revert();
        writtenAgain(2);
        revert();
        writtenAgain(3);
        assertThat(contended()).isZero();
        revert();

        await().until(() -> !about("ExternallyModified").isEmpty());
        String line =
                "Weights reverted 3 times in 10m by test: load-driven writes stop for" + " 1h";
        assertThat(about("ExternallyModified"))
                .singleElement()
                .satisfies(
                        event -> {
                            assertThat(event.note()).isEqualTo(line);
                            assertThat(event.type()).isEqualTo(Notice.Type.WARNING);
                            assertThat(event.regarding().name()).isEqualTo("llama");
                            assertThat(event.regarding().uid()).isNotEmpty();
                        });
        assertThat(drover.lines.seen()).contains("WARNING " + line);
        assertThat(contended()).isEqualTo(1);
        assertThat(drover.meters.get("drover.weights.models").tag("reason", "Contended").gauge())
                .satisfies(gauge -> assertThat(gauge.value()).isEqualTo(1));

        for (int minute = 1; minute < 60; minute++) {
            pass(Duration.ofMinutes(1));
        }
        assertThat(drover.patches()).as("for an hour").isEqualTo(3);

        writtenAgain(4);
        pass(Duration.ofMinutes(11));
        await().until(() -> !about("ContentionEnded").isEmpty());
        assertThat(contended()).isZero();
        assertThat(about("ExternallyModified")).hasSize(1);
    }

    /** Argo CD syncs: the whole list as it stands in Git. */
    private void revert() {
        pass(Duration.ofMinutes(2));
        ObjectNode model = drover.model();
        JsonNode refs = model.at("/spec/externalProviderRefs");
        refs.forEach(ref -> ((ObjectNode) ref).put("weight", 50));
        long before = drover.calculator().getDecisions();
        drover.api.patch(
                "externalmodels",
                "team-a",
                "llama",
                "{\"spec\":{\"externalProviderRefs\":" + refs + "}}");
        await().until(() -> drover.calculator().getDecisions() > before);
    }

    private void writtenAgain(int patches) {
        for (int i = 0; i < 30 && drover.patches() < patches; i++) {
            pass(Duration.ofSeconds(10));
        }
        await().untilAsserted(() -> assertThat(drover.patches()).isEqualTo(patches));
        await().until(() -> !drover.weights().equals(List.of(50, 50)));
    }

    private void pass(Duration time) {
        drover.time.advance(time);
        drover.looksAgain();
    }

    private List<Notice> about(String reason) {
        return drover.events.stream().filter(event -> event.reason().equals(reason)).toList();
    }

    private double contended() {
        return drover.meters.get("drover.weights.contended").gauge().value();
    }
}
