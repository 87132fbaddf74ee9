package dev.drover.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.registry.api.Operation;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of records when workloads go, are unlinked, or went while nobody looked. */
@Timeout(60)
class EndingRoutesTest extends TwoServersTest {
    private String state(String id) {
        return registry.record(id).orElseThrow().path("desiredState").asText();
    }

    @Test
    void closesTheRecordOfADeletedWorkload() throws Exception {
        try (SyncFixture drover = drover(Map.of())) {
            link(drover);
            String id = drover.link();
            drover.becomeReady();
            await().until(() -> !drover.property(id, "url").isEmpty());
            api.delete("inferenceservices", "ml", "iris");
            await().until(() -> state(id).equals("UNDEPLOYED"));
            assertThat(drover.property(id, "ready_reason")).isEqualTo("Deleted");
            assertThat(drover.property(id, "url")).isNotEmpty(); // stays as history
            await().until(
                            () ->
                                    registry.serveActions().stream()
                                            .anyMatch(
                                                    it ->
                                                            it.path("name")
                                                                    .asText()
                                                                    .endsWith("/v2/COMPLETE")));
        }
    }

    @Test
    void closesItWhenTheRegistryAnswersAgain() throws Exception {
        try (SyncFixture drover = drover(Map.of())) {
            link(drover);
            String id = drover.link();
            registry.refuse();
            api.delete("inferenceservices", "ml", "iris");
            await().until(() -> api.get("inferenceservices", "ml", "iris").isEmpty());
            await().during(Duration.ofMillis(500)).until(() -> state(id).equals("DEPLOYED"));
            registry.listen();
            await().atMost(Duration.ofSeconds(20)).until(() -> state(id).equals("UNDEPLOYED"));
        }
    }

    @Test
    void closesWhatWentWhileDroverWasAway() throws Exception {
        String id;
        try (SyncFixture drover = drover(Map.of())) {
            link(drover);
            drover.create("other", "1", null);
            await().until(() -> !drover.link("other").isEmpty());
            id = drover.link();
        }
        api.delete("inferenceservices", "ml", "iris");
        try (SyncFixture drover = drover(Map.of())) {
            await().until(() -> state(id).equals("UNDEPLOYED"));
            assertThat(drover.lines.seen())
                    .contains(
                            "INFO Reconciling InferenceService: ml/iris: record %s closed (orphan)"
                                    .formatted(id));
            await().untilAsserted(
                            () ->
                                    assertThat(
                                                    drover.counter(
                                                            "drover.registry.sweep.fixes",
                                                            "fix",
                                                            "close"))
                                            .contains(1.0));
            assertThat(state(drover.link("other"))).isEqualTo("DEPLOYED");
        }
    }

    @Test
    void leavesRecordsOfAnotherClusterAlone() throws Exception {
        String id;
        try (SyncFixture other = drover(Map.of("CLUSTER", "c2"))) {
            link(other);
            id = other.link();
        }
        api.delete("inferenceservices", "ml", "iris");
        try (SyncFixture drover = drover(Map.of())) {
            drover.create("other", "1", null);
            await().until(() -> !drover.link("other").isEmpty());
            drover.awaitQuiet();
            assertThat(state(id)).isEqualTo("DEPLOYED");
        }
    }

    @Test
    void closesTheOldRecordOfANameThatCameBack() throws Exception {
        try (SyncFixture drover = drover(Map.of())) {
            link(drover);
            String old = drover.link();
            api.delete("inferenceservices", "ml", "iris");
            drover.createIris("1", "2");
            await().until(() -> !drover.link().isEmpty() && !drover.link().equals(old));
            await().until(() -> state(old).equals("UNDEPLOYED"));
            assertThat(state(drover.link())).isEqualTo("DEPLOYED");
        }
    }

    @Test
    void unlinksWhereNoLabelAsksForARecord() throws Exception {
        try (SyncFixture drover = drover(Map.of())) {
            link(drover);
            String id = drover.link();
            api.patch(
                    "inferenceservices",
                    "ml",
                    "iris",
                    "{\"metadata\":{\"labels\":{\"%s\":null,\"%s\":null,\"%s\":null}}}"
                            .formatted(
                                    SyncFixture.MODEL_LABEL,
                                    SyncFixture.VERSION_LABEL,
                                    SyncFixture.LINK_LABEL));
            await().until(() -> state(id).equals("UNDEPLOYED"));
            await().until(
                            () ->
                                    drover.iris()
                                            .at("/metadata/annotations/drover.dev~1registry")
                                            .isMissingNode());
            assertThat(drover.reasons()).contains("Unlinked", "RecordClosed");
            drover.awaitQuiet();
            int patches = drover.patches();
            drover.status("{\"observedGeneration\":7}");
            drover.awaitQuiet();
            assertThat(drover.patches()).isEqualTo(patches);
        }
    }

    /** E7, with as many as a sandbox can bear. */
    @Test
    void holdsManyOrphansBack() throws Exception {
        try (SyncFixture drover = drover(Map.of())) {
            for (int i = 0; i < 9; i++) {
                drover.create("iris-" + i, "1", "2");
            }
            await().until(() -> registry.records().size() == 9);
            drover.awaitQuiet();
        }
        for (int i = 0; i < 8; i++) {
            api.delete("inferenceservices", "ml", "iris-" + i);
        }
        try (SyncFixture drover = drover(Map.of())) {
            await().until(
                            () ->
                                    drover.reasons().isEmpty()
                                            && drover.lines.seen().stream()
                                                    .anyMatch(
                                                            it ->
                                                                    it.contains(
                                                                            "sweep of ml holds back"
                                                                                    + " 8 of 9"
                                                                                    + " records")));
            for (int walk = 2; walk <= 3; walk++) {
                assertThat(deployed()).isEqualTo(9);
                int before = registry.requests(Operation.LIST_RECORDS).size();
                drover.skip(Duration.ofMinutes(12));
                await().until(() -> registry.requests(Operation.LIST_RECORDS).size() > before);
            }
            await().until(() -> deployed() == 1);
            assertThat(
                            drover.counter(
                                            "drover.registry.closed",
                                            "registry",
                                            "ml",
                                            "cause",
                                            "orphan")
                                    .orElse(0.0))
                    .isEqualTo(8);
        }
    }

    private long deployed() {
        return registry.records().stream()
                .filter(it -> it.path("desiredState").asText().equals("DEPLOYED"))
                .count();
    }

    @Test
    void aRestartWithALinkedFleetCostsOneWalk() throws Exception {
        try (SyncFixture drover = drover(Map.of())) {
            for (int i = 0; i < 30; i++) {
                drover.create("iris-" + i, "1", "2");
            }
            await().until(() -> registry.records().size() == 30);
            drover.awaitQuiet();
        }
        registry.forgetRequests();
        int patches = api.requests().of("patch", "inferenceservices").size();
        try (SyncFixture drover = drover(Map.of())) {
            await().until(
                            () ->
                                    drover
                                                    .meters
                                                    .get("drover.registry.objects")
                                                    .tag("state", "synced")
                                                    .gauges()
                                                    .stream()
                                                    .mapToDouble(it -> it.value())
                                                    .sum()
                                            == 30);
            drover.awaitQuiet();
            assertThat(drover.calls()).isEmpty(); // but lists
            assertThat(registry.requests(Operation.LIST_RECORDS)).hasSize(1);
            assertThat(api.requests().of("patch", "inferenceservices")).hasSize(patches);
        }
    }
}
