package dev.drover.basemodels.extractor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.basemodels.metadata.ExtractionResult.Success;
import dev.drover.basemodels.metadata.MetadataField;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which file is the configuration (8.1). */
class ConfigDiscoveryTest {
    @TempDir Path temporary;

    @ParameterizedTest(name = "{0}: {1} is found")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    model_index.json config.json                              | model_index.json          |
                    config.json model/config.json model_config.json           | config.json               |
                    safetensors/config.json pytorch_model/config.json         | safetensors/config.json   | ConfigInSubdirectory
                    model/config.json pytorch_model/config.json               | pytorch_model/config.json | ConfigInSubdirectory
                    model/config.json model_config.json                       | model/config.json         | ConfigInSubdirectory
                    model_config.json configuration.json                      | model_config.json         | FallbackConfig
                    configuration.json                                        | configuration.json        | FallbackConfig
                    """)
    void theFirstPlaceWins(String files, String foundAt, String warning) {
        ModelFolder model = ModelFolder.in(temporary);
        Arrays.stream(files.split(" "))
                .forEach(
                        name ->
                                model.file(
                                        name,
                                        name.equals("model_index.json")
                                                ? "{\"_class_name\": \"FluxPipeline\"}"
                                                : ModelFolder.CONFIG));
        Success success = model.run().success();
        assertThat(success.foundAt()).isEqualTo(foundAt);
        assertThat(success.warnings().contains("ConfigInSubdirectory"))
                .isEqualTo("ConfigInSubdirectory".equals(warning));
        assertThat(success.warnings().contains("FallbackConfig"))
                .isEqualTo("FallbackConfig".equals(warning));
    }

    @Test
    void anIndexWithoutClassNameIsPassedOver() {
        ModelFolder model = ModelFolder.in(temporary).config();
        for (String index : new String[] {"{}", "{\"_class_name\": null}", "[]", "garbage"}) {
            assertThat(model.file("model_index.json", index).run().success().foundAt())
                    .as(index)
                    .isEqualTo("config.json");
        }
    }

    @Test
    void anIndexThatCannotBeReadIsToldWhenThereIsNothingElse() {
        ExtractorRun run = ModelFolder.in(temporary).file("model_index.json", "{").run();
        assertThat(run.exit()).isEqualTo(12);
        assertThat(run.failure().message()).startsWith("model_index.json: it is not JSON (line 1");
    }

    @Test
    void aFallbackWithoutModelTypeIsNone() {
        ExtractorRun run =
                ModelFolder.in(temporary)
                        .file("configuration.json", "{\"framework\": \"pytorch\"}")
                        .run();
        assertThat(run.exit()).isEqualTo(11);
        assertThat(run.failure().saw()).containsExactly("configuration.json");
    }

    @Test
    void deeperPlacesAreNotSearched() {
        assertThat(
                        ModelFolder.in(temporary)
                                .file("model/sub/config.json", ModelFolder.CONFIG)
                                .run()
                                .exit())
                .isEqualTo(11);
    }

    @Test
    void weightsLieBesideTheConfig() {
        Success success =
                ModelFolder.in(temporary)
                        .file("model/config.json", ModelFolder.CONFIG)
                        .weights("model/model.safetensors", "a", 7)
                        .weights("model.safetensors", "a", 1000)
                        .run()
                        .success();
        assertThat(success.parameterCount()).hasValue(7);
        assertThat(success.fields().text(MetadataField.MODEL_PARAMETER_SIZE)).hasValue("7");
    }
}
