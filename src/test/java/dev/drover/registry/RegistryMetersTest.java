package dev.drover.registry;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.intents.Intent;
import dev.drover.intents.Notice;
import dev.drover.intents.Outcome;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.registry.objects.WorkloadKind;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RegistryMetersTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final RegistryMeters meters = new RegistryMeters(registry, () -> 0);

    private static Intent patch(String metadata, Optional<Notice> notice) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.putObject("metadata").putObject(metadata).put("x", "y");
        return new Intent.MergePatch(
                "PatchMetadata",
                WorkloadKind.INFERENCE_SERVICE.resource(),
                new ObjectKey("ml", "iris"),
                "",
                document,
                new Intent.Account("any", "", notice));
    }

    @Test
    void onlyWhatReachesPodsIsAWriteOfTheLink() {
        meters.acted(patch("labels", Optional.empty()), Outcome.APPLIED);
        meters.acted(patch("labels", Optional.empty()), Outcome.CONFLICT);
        meters.acted(patch("finalizers", Optional.empty()), Outcome.APPLIED);

        assertThat(
                        registry.counter(
                                        "drover.registry.link.writes",
                                        "kind",
                                        "InferenceService",
                                        "result",
                                        "written")
                                .count())
                .isEqualTo(1);
        assertThat(
                        registry.counter(
                                        "drover.registry.link.writes",
                                        "kind",
                                        "InferenceService",
                                        "result",
                                        "conflict")
                                .count())
                .isEqualTo(1);
    }

    @Test
    void aWarningThatIsSentWithAWriteIsAFailingReason() {
        Notice notice =
                new Notice(
                        new Notice.ObjectReference("v1", "Service", "ml", "iris", "u"),
                        Notice.Type.WARNING,
                        "RecordRecreated",
                        "CreateRecord",
                        "");
        meters.acted(patch("labels", Optional.of(notice)), Outcome.APPLIED);
        meters.acted(patch("labels", Optional.of(notice)), Outcome.CONFLICT);

        assertThat(
                        registry.counter("drover.registry.failures", "reason", "RecordRecreated")
                                .count())
                .isEqualTo(1);
    }
}
