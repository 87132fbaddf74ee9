package dev.drover.basemodels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.sandbox.apiserver.Fault;
import dev.drover.sandbox.jobs.ExtractorRun;
import dev.drover.sandbox.jobs.ModelVolume;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Definitions of models whose status knows no conditions. */
class OlderDefinitionTest extends FlowTest {
    private static final Path DEFINITION = Path.of("deploy/crds/basemodels.yaml");

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

    /** An update of OME's CRDs; Drover goes on meanwhile. */
    @Test
    void aDefinitionThatGainsConditionsIsNoticedWithinAMinute() throws Exception {
        api.install(withoutConditions());
        new ModelVolume(volumes).llama("store", "llama");
        jobsEnd(new ExtractorRun(volumes));
        start().claim("store", "Bound");
        drover.model("llama", "pvc://store/llama");
        awaitState("llama", "Ready");

        api.install(DEFINITION);
        drover.time.advance(Duration.ofMinutes(1));

        JsonNode model = drover.awaitCause("llama", "MetadataExtracted");
        assertThat(model.at("/metadata/annotations/drover.dev~1pvc").asText())
                .as("cause and message stand in the status now")
                .doesNotContain("\"cause\"");
        assertThat(api.list("jobs")).hasSize(1);
        staysQuiet("llama");
    }

    @Test
    void aDefinitionThatLosesConditionsIsNoticedAsWell() throws Exception {
        new ModelVolume(volumes).llama("store", "llama");
        jobsEnd(new ExtractorRun(volumes));
        start().claim("store", "Bound");
        drover.model("llama", "pvc://store/llama");
        drover.awaitCause("llama", "MetadataExtracted");

        api.install(withoutConditions());
        drover.time.advance(Duration.ofMinutes(1));

        await().until(
                        () ->
                                drover.model("llama")
                                        .at("/metadata/annotations/drover.dev~1pvc")
                                        .asText()
                                        .contains("\"cause\":\"MetadataExtracted\""));
        staysQuiet("llama");
    }

    private String withoutConditions() throws Exception {
        String yaml = Files.readString(DEFINITION);
        return yaml.substring(0, yaml.indexOf("                conditions:"))
                .replace(
                        "                observedGeneration: { type: integer, format: int64 }\n",
                        "");
    }

    private void awaitState(String model, String state) {
        await().until(() -> drover.model(model).at("/status/state").asText().equals(state));
    }
}
