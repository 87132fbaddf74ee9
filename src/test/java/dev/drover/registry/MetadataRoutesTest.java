package dev.drover.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.registry.api.Operation;
import dev.drover.sandbox.registry.RegistryFault;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is written to workloads besides the link. */
@Timeout(60)
class MetadataRoutesTest extends TwoServersTest {
    private static JsonNode note(SyncFixture drover) {
        String text = drover.iris().at("/metadata/annotations/drover.dev~1registry").asText();
        return WorkedExamplesTest.json(text.isEmpty() ? "{}" : text);
    }

    @Test
    void aFullAnnotationSaysTheStateAndIsWrittenAtMostOnceAMinute() throws Exception {
        try (SyncFixture drover = drover(Map.of("STATUS_ANNOTATION", "full"))) {
            link(drover);
            assertThat(note(drover).path("state").asText()).isEqualTo("Synced");
            assertThat(note(drover).path("reason").asText()).isEqualTo("Linked");
            assertThat(note(drover).path("since").asText()).isNotEmpty();

            registry.fail(RegistryFault.on(Operation.GET_RECORD).text(403));
            drover.skip(Duration.ofSeconds(70));
            drover.becomeReady();
            await().until(() -> note(drover).path("reason").asText().equals("Forbidden"));
            assertThat(note(drover).path("state").asText()).isEqualTo("Failed");
            drover.awaitQuiet();
            int patches = drover.patches();

            registry.heal();
            drover.look();
            await().until(() -> !drover.property(drover.link(), "url").isEmpty());
            drover.awaitQuiet();
            assertThat(drover.patches()).isEqualTo(patches); // the minute is not over
            drover.skip(Duration.ofSeconds(70));
            drover.look();
            await().until(() -> note(drover).path("state").asText().equals("Synced"));
            drover.awaitQuiet();
            assertThat(drover.patches()).isEqualTo(patches + 1);
        }
    }
}
