package dev.drover.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
}
