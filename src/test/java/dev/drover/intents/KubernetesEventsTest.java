package dev.drover.intents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.sandbox.apiserver.ApiServerDouble;
import dev.drover.sandbox.apiserver.Fault;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Events as the API server takes them; example 5 of spec operations 19 by its request log. */
@Timeout(60)
class KubernetesEventsTest {
    private final ApiServerDouble api = ApiServerDouble.start();
    private final KubernetesClient client = api.client();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final AtomicLong nanos = new AtomicLong();
    private final QueuedEventRecorder recorder =
            new QueuedEventRecorder(
                    client,
                    "drover-7c",
                    () -> true,
                    meters,
                    Clock.fixed(Instant.parse("2026-11-30T08:15:02.114Z"), ZoneOffset.UTC),
                    nanos::get);

    @BeforeEach
    void namespace() {
        api.create("{apiVersion: v1, kind: Namespace, metadata: {name: team-a}}");
    }

    @AfterEach
    void close() {
        client.close();
        api.close();
    }

    @Test
    void fortyDifferentNotesAreTenCreatesAndFifteenPatches() {
        for (int i = 1; i <= 40; i++) {
            record("note " + i);
        }

        assertThat(api.requests().of("create", "events")).hasSize(10);
        assertThat(api.requests().of("patch", "events")).hasSize(15);
        assertThat(api.requests().all()).as("no reads").hasSize(25);
        assertThat(api.list("events.k8s.io/events"))
                .filteredOn(event -> event.path("note").asText().startsWith("(combined"))
                .singleElement()
                .satisfies(
                        event -> {
                            assertThat(event.at("/series/count").asInt()).isEqualTo(16);
                            assertThat(event.path("note").asText())
                                    .isEqualTo("(combined from similar events): note 10");
                        });
    }

    @Test
    void aNoteOfEmojiIsCutToWhatTheApiTakes() {
        record("🐑".repeat(1250));

        assertThat(api.list("events.k8s.io/events"))
                .singleElement()
                .satisfies(
                        event ->
                                assertThat(
                                                event.path("note")
                                                        .asText()
                                                        .getBytes(StandardCharsets.UTF_8))
                                        .hasSizeLessThanOrEqualTo(1024));
    }

    @Test
    void anEventThatExpiredIsCreatedAnewWithItsCount() {
        record("same");
        String name = api.list("events.k8s.io/events").get(0).at("/metadata/name").asText();
        api.delete("events.k8s.io/events", "team-a", name);

        record("same");

        assertThat(api.list("events.k8s.io/events"))
                .singleElement()
                .satisfies(event -> assertThat(event.at("/series/count").asInt()).isEqualTo(2));
    }

    @Test
    void aMissingPermissionDropsEventsAndNothingElse() {
        api.fail(Fault.create("events").with(403));

        record("one");

        assertThat(meters.get("drover.events.dropped").tag("cause", "failed").counter().count())
                .isEqualTo(1);
    }

    private void record(String note) {
        recorder.record("weights", EventCorrelatorTest.notice("llama", "WeightsManaged", note));
        recorder.sendQueued();
    }
}
