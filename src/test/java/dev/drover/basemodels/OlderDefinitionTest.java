package dev.drover.basemodels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.sandbox.apiserver.Fault;
import dev.drover.sandbox.jobs.ExtractorRun;
import dev.drover.sandbox.jobs.ModelVolume;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Definitions of models whose status knows no conditions. */
class OlderDefinitionTest extends FlowTest {
    @Test
    void anOlderDefinitionOfModelsGetsTheStateAlone() throws Exception {
        api.install(withoutConditions());
        new ModelVolume(volumes).llama("store", "llama");
        jobsEnd(new ExtractorRun(volumes));
        start().claim("store", "Bound");
        drover.model("llama", "pvc://store/llama");

        awaitState("llama", "Ready");

        assertThat(drover.model("llama").at("/status").size()).isEqualTo(1);
        assertThat(drover.model("llama").at("/metadata/annotations/drover.dev~1pvc").asText())
                .contains("\"cause\":\"MetadataExtracted\"");
        staysQuiet("llama");
    }

    @Test
    void aDefinitionThatCannotBeReadShowsByTheFirstAnswerWhatItKeeps() throws Exception {
        api.install(withoutConditions());
        api.fail(Fault.get("customresourcedefinitions").with(403));
        new ModelVolume(volumes).llama("store", "llama");
        jobsEnd(new ExtractorRun(volumes));
        start().claim("store", "Bound");
        drover.model("llama", "pvc://store/llama");

        awaitState("llama", "Ready");

        staysQuiet("llama");
    }

    private String withoutConditions() throws Exception {
        String yaml = Files.readString(Path.of("deploy/crds/basemodels.yaml"));
        return yaml.substring(0, yaml.indexOf("                conditions:"))
                .replace(
                        "                observedGeneration: { type: integer, format: int64 }\n",
                        "");
    }

    private void awaitState(String model, String state) {
        await().until(() -> drover.model(model).at("/status/state").asText().equals(state));
    }
}
