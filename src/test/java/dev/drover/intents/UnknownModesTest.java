package dev.drover.intents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.sandbox.LogLines;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who misspells a mode learns that the object is paused. */
class UnknownModesTest {
    private static final String NOTE =
            "drover.dev/mode: \"pause\" is no mode, so the object is paused;"
                    + " accepted: apply, observe, paused";

    private final List<Notice> told = new ArrayList<>();
    private final UnknownModes modes = new UnknownModes((flow, notice) -> told.add(notice));

    @Test
    void aWordThatIsNoModeIsToldOnce() {
        LogLines lines = new LogLines("dev.drover.intents");
        passes("pause", false);
        passes("pause", false);
        lines.close();
        assertThat(lines.seen())
                .containsExactly("WARNING basemodels: BaseModel models/llama: " + NOTE);
        assertThat(told)
                .singleElement()
                .satisfies(
                        notice -> {
                            assertThat(notice.type()).isEqualTo(Notice.Type.WARNING);
                            assertThat(notice.reason()).isEqualTo("UnknownMode");
                            assertThat(notice.regarding().name()).isEqualTo("llama");
                            assertThat(notice.note()).isEqualTo(NOTE);
                        });
    }

    @Test
    void anotherWordAndAWordThatComesBackAreNews() {
        passes("pause", false);
        passes("Paused", false);
        passes("paused", false);
        passes("Paused", false);
        assertThat(told).hasSize(3);
    }

    @Test
    void knownWordsAndDeletedObjectsAreNotToldOf() {
        passes(null, false);
        passes("apply", false);
        passes("observe", false);
        passes("paused", false);
        passes("pause", true);
        assertThat(told).isEmpty();
    }

    private void passes(String mode, boolean gone) {
        GenericKubernetesResource object = new GenericKubernetesResource();
        object.setApiVersion("ome.io/v1beta1");
        object.setKind("BaseModel");
        object.setMetadata(
                new ObjectMetaBuilder()
                        .withNamespace("models")
                        .withName("llama")
                        .withUid("u")
                        .withAnnotations(mode == null ? null : Map.of(Mode.ANNOTATION, mode))
                        .build());
        modes.ended("basemodels", object, gone, null);
    }
}
